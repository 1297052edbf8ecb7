import { isPublicHostname } from "@/lib/network/public-address";

/**
 * Returns the URL of a web page, without its fragment; or the reason that it is not requested. Only addresses of the
 * public internet are: a model must not read what is in the user's network (docs/security.md#t97).
 */
export function readPageAddress(text: string): { readonly url: URL } | { readonly reason: string } {
  const url = parseUrl(text);
  if (!url) return { reason: "The URL is invalid. It must be absolute, such as https://example.com/page." };
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return { reason: "Only http and https pages can be read." };
  if (url.username !== "" || url.password !== "")
    return { reason: "The URL must not contain a user name or password." };
  if (!isPublicHostname(url.hostname)) return { reason: "Only pages of the public internet can be read." };
  url.hash = "";
  return { url };
}

/** Parses a URL. Once compiled, `URL.canParse` of Node 20 rejects hosts such as `münchen.de`. */
function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
