import { ownBrand } from "@/lib/brand/brand";
import { webManifest } from "@/lib/brand/web-manifest";
import { apiRoute } from "@/lib/server/api-route";
import { currentServer } from "@/lib/server/server";
import type { ServerConfig } from "@/lib/server/server-config";

/** `/config.json`: the brand, as an export has it in a file. Open to all. */
export function configFileRoute(request: Request, server = currentServer()): Promise<Response> {
  return apiRoute(request, server, ["GET", "HEAD"], () => configFile(server.config));
}

/** `/manifest.webmanifest`: what a browser is told that installs the app. Open to all. */
export function manifestRoute(request: Request, server = currentServer()): Promise<Response> {
  return apiRoute(request, server, ["GET", "HEAD"], () => manifestFile(server.config));
}

/** Returns `config.json`. It is kept for when there is no network, and asked for anew where there is one. */
export function configFile({ brand }: Pick<ServerConfig, "brand">): Response {
  return Response.json(brand, { headers: { "cache-control": "no-cache" } });
}

/** Returns `manifest.webmanifest`, likewise. */
export function manifestFile({ brand }: Pick<ServerConfig, "brand">): Response {
  const headers = { "cache-control": "no-cache", "content-type": "application/manifest+json" };
  return Response.json(webManifest({ ...ownBrand, ...brand }), { headers });
}

/**
 * Returns the settings of an export, which are those of its build.
 *
 * @throws Error where the brand is not what it is to be, so that a build with it fails.
 */
export function exportedConfig({ config }: { readonly config: ServerConfig } = currentServer()): ServerConfig {
  const wrong = config.problems.filter((problem) => problem.startsWith("BRAND_"));
  if (wrong.length > 0) throw new Error(wrong.join(" "));
  return config;
}
