import type { ServerConfig } from "@/lib/server/server-config";

/** The source of a browser's call: our own pages (or no browser), an origin on the operator's list, or another site. */
export type Origin = { readonly kind: "own" | "foreign" } | { readonly kind: "listed"; readonly origin: string };

/**
 * Returns the source of a request, from headers that a page cannot forge.
 *
 * Behind a proxy that rewrites `Host`, hosts cannot be compared, so `Sec-Fetch-Site: same-origin` is sufficient.
 *
 * Browsers send no `Origin` with navigations, nor with images, scripts and other GET loads; then `Sec-Fetch-Site`
 * decides. Programs and URLs that a user types have no page as their source.
 */
export function originOf(headers: Headers, config: Pick<ServerConfig, "allowedOrigins" | "trustProxy">): Origin {
  const origin = headers.get("origin")?.toLowerCase();
  const site = headers.get("sec-fetch-site")?.trim().toLowerCase();
  if (site === "same-origin") return { kind: "own" };
  if (origin === undefined) return withoutOrigin(site, headers, config);
  if (config.allowedOrigins.includes(origin)) return { kind: "listed", origin };
  const host = (config.trustProxy ? headers.get("x-forwarded-host") : null) ?? headers.get("host");
  return { kind: URL.canParse(origin) && new URL(origin).host === host?.toLowerCase() ? "own" : "foreign" };
}

function withoutOrigin(
  site: string | undefined,
  headers: Headers,
  { allowedOrigins }: Pick<ServerConfig, "allowedOrigins">,
): Origin {
  if (site === undefined || site === "none") return { kind: "own" };
  const referrer = headers.get("referer") ?? "";
  const origin = URL.canParse(referrer) ? new URL(referrer).origin : "";
  return allowedOrigins.includes(origin) ? { kind: "listed", origin } : { kind: "foreign" };
}
