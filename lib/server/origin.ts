import type { ServerConfig } from "@/lib/server/server-config";

/** From where a browser calls: our own pages (or no browser at all), an origin on the operator's list, or elsewhere. */
export type Origin = { readonly kind: "own" | "foreign" } | { readonly kind: "listed"; readonly origin: string };

/**
 * Returns from where a request comes, by headers that a page cannot forge.
 *
 * Behind a proxy that rewrites `Host` the hosts cannot be compared, so `Sec-Fetch-Site: same-origin` is enough there.
 *
 * Browsers send no `Origin` with navigations, and none with images, scripts and other loads of a GET. Then
 * `Sec-Fetch-Site` decides. Programs, and addresses that a user types, come from no page.
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
