import { gatewayAddress } from "@/lib/providers/codecs/cloudflare-gateway";

/**
 * Appends a path to a base URL. Users paste longer URLs from a provider's manual. If the URL already ends with the
 * start of the path (`…/v1`) or all of it, that part is not added again.
 */
export function joinAddress(baseUrl: string, path: string): string {
  const base = baseUrl.replace(/\/+$/, "");
  const segments = path.split("/");
  for (let count = segments.length; count > 0; count--) {
    const beginning = `/${segments.slice(0, count).join("/")}`;
    if (base.endsWith(beginning)) return gatewayAddress(base + path.slice(beginning.length - 1));
  }
  return gatewayAddress(path === "" ? base : `${base}/${path}`);
}
