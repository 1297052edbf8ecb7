import { type Brand, ownBrand, type SiteDefaults } from "@/lib/brand/brand";
import { webManifest } from "@/lib/brand/web-manifest";
import type { ApiRequest } from "@/lib/server/api-request";
import { apiRoute } from "@/lib/server/api-route";
import { jsonFile, withoutKnown } from "@/lib/server/json-file";
import { currentServer, type Server } from "@/lib/server/server";
import type { ServerConfig } from "@/lib/server/server-config";

/** `/config.json`: the brand, which an export contains as a file. Public. */
export function configFileRoute(request: ApiRequest, server = currentServer()): Promise<Response> {
  return apiRoute(request, server, ["GET", "HEAD"], async () => withoutKnown(request, await configFile(server)));
}

/** `/defaults.json`: masks, prompts, plugins and MCP servers that new users start with. Public. */
export function defaultsFileRoute(request: ApiRequest, server = currentServer()): Promise<Response> {
  return apiRoute(request, server, ["GET", "HEAD"], async () => withoutKnown(request, await defaultsFile(server)));
}

/** `/manifest.webmanifest`: the web app manifest. Public. */
export function manifestRoute(request: ApiRequest, server = currentServer()): Promise<Response> {
  return apiRoute(request, server, ["GET", "HEAD"], () => manifestFile(server.config));
}

/**
 * Returns `config.json`: the brand, the settings of new users, and whether MCP servers run here, which the first render
 * shows.
 */
export async function configFile({ config, siteDefaults }: Pick<Server, "config" | "siteDefaults">): Promise<Response> {
  const given = await siteDefaults.read();
  return jsonFile(given?.defaults ?? config, () => ({
    ...config.brand,
    ...analyticsOf(config),
    ...(given ? { defaults: given.defaults } : siteDefaults.hasAddress && { defaults: pendingDefaults }),
    ...(config.enableMcp && { servesMcp: true }),
  }));
}

const noLibrary = {};

const pendingDefaults: SiteDefaults = { settings: {}, fixed: [], hidden: [], isPending: true };

/** Returns the services that count visits, with Vercel's if the operator asks for it. */
function analyticsOf({ brand, isVercel, asksForAnalytics }: ServerConfig): Pick<Brand, "analytics"> {
  const { analytics = { vercel: false, ga: "", gtm: "" } } = brand;
  return isVercel && asksForAnalytics ? { analytics: { ...analytics, vercel: true } } : {};
}

/**
 * Returns `defaults.json`: what new users start with besides settings. It is empty without such things. While they
 * cannot be fetched, the status is 503, and the app tries again at its next start.
 */
export async function defaultsFile({ siteDefaults }: Pick<Server, "siteDefaults">): Promise<Response> {
  const given = await siteDefaults.read();
  if (!given && siteDefaults.hasAddress) return new Response(null, { status: 503, headers: { "retry-after": "60" } });
  return jsonFile(given?.library ?? noLibrary, () => given?.library ?? noLibrary);
}

/** Returns `manifest.webmanifest`, with the same caching. */
export function manifestFile({ brand }: Pick<ServerConfig, "brand">): Response {
  const headers = { "cache-control": "no-cache", "content-type": "application/manifest+json" };
  return Response.json(webManifest({ ...ownBrand, ...brand }), { headers });
}

/**
 * Returns the settings of an export, which are those of its build.
 *
 * @throws Error if the brand or the defaults are invalid, so that the build fails.
 */
export async function exportedServer(server: ExportedServer = currentServer()): Promise<ExportedServer> {
  const isPending = server.siteDefaults.hasAddress && !(await server.siteDefaults.readWhenFetched());
  const problems = [...server.config.problems, ...server.siteDefaults.problems()];
  const wrong = problems.filter((problem) => /^(BRAND_|GA_ID|GTM_ID|DEFAULTS)/.test(problem));
  if (wrong.length > 0) throw new Error(wrong.join(" "));
  if (isPending) throw new Error("DEFAULTS could not be fetched.");
  return server;
}

type ExportedServer = Pick<Server, "config" | "siteDefaults">;
