import { ownBrand } from "@/lib/brand/brand";
import { webManifest } from "@/lib/brand/web-manifest";
import type { ApiRequest } from "@/lib/server/api-request";
import { apiRoute } from "@/lib/server/api-route";
import { currentServer } from "@/lib/server/server";
import type { ServerConfig } from "@/lib/server/server-config";

/** `/config.json`: the brand, which an export contains as a file. Public. */
export function configFileRoute(request: ApiRequest, server = currentServer()): Promise<Response> {
  return apiRoute(request, server, ["GET", "HEAD"], () => configFile(server.config));
}

/** `/manifest.webmanifest`: the web app manifest. Public. */
export function manifestRoute(request: ApiRequest, server = currentServer()): Promise<Response> {
  return apiRoute(request, server, ["GET", "HEAD"], () => manifestFile(server.config));
}

/**
 * Returns `config.json`: the brand, and whether MCP servers run here, which the first render shows. Browsers cache it for
 * offline use and revalidate it when online.
 */
export function configFile({ brand, enableMcp }: Pick<ServerConfig, "brand" | "enableMcp">): Response {
  return Response.json(enableMcp ? { ...brand, servesMcp: true } : brand, { headers: { "cache-control": "no-cache" } });
}

/** Returns `manifest.webmanifest`, with the same caching. */
export function manifestFile({ brand }: Pick<ServerConfig, "brand">): Response {
  const headers = { "cache-control": "no-cache", "content-type": "application/manifest+json" };
  return Response.json(webManifest({ ...ownBrand, ...brand }), { headers });
}

/**
 * Returns the settings of an export, which are those of its build.
 *
 * @throws Error if the brand is invalid, so that the build fails.
 */
export function exportedConfig({ config }: { readonly config: ServerConfig } = currentServer()): ServerConfig {
  const wrong = config.problems.filter((problem) => problem.startsWith("BRAND_"));
  if (wrong.length > 0) throw new Error(wrong.join(" "));
  return config;
}
