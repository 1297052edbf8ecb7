import type { ServerConfig } from "@/lib/server/server-config";

/** From where a browser calls: our own pages (or no browser at all), an origin on the operator's list, or elsewhere. */
export type Origin = { readonly kind: "own" | "foreign" } | { readonly kind: "listed"; readonly origin: string };

/**
 * Answers from where a request comes, by headers that a page cannot forge.
 *
 * Behind a proxy that rewrites `Host` the comparison of hosts says nothing; there the browser's own word
 * (`Sec-Fetch-Site`) is enough.
 */
export function originOf(headers: Headers, config: Pick<ServerConfig, "allowedOrigins" | "trustProxy">): Origin {
  const origin = headers.get("origin")?.toLowerCase();
  if (origin === undefined || headers.get("sec-fetch-site") === "same-origin") return { kind: "own" };
  if (config.allowedOrigins.includes(origin)) return { kind: "listed", origin };
  const host = (config.trustProxy ? headers.get("x-forwarded-host") : null) ?? headers.get("host");
  return { kind: URL.canParse(origin) && new URL(origin).host === host?.toLowerCase() ? "own" : "foreign" };
}
