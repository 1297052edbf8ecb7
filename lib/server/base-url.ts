import { withScheme } from "@/lib/settings/access-settings";

/** Returns a normalized URL; undefined if it is not http(s), or has a user, a query or a fragment. */
export function asBaseUrl(address: string): string | undefined {
  if (/:\/*$/.test(address)) return undefined;
  const text = withScheme(address);
  if (text.lastIndexOf("://") > "https".length || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.username || url.password || url.search || url.hash) return undefined;
  return url.origin + url.pathname.replace(/\/+$/, "");
}

/** Returns the problem of a setting whose value is not a base URL. */
export function notAnAddress(name: string): string {
  return `${name} is not a usable address: write https://host/path, without a name, a password, a query or a fragment.`;
}
