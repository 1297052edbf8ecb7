import { gatewayAddress } from "@/lib/providers/codecs/cloudflare-gateway";

/**
 * Puts a path behind a base address. People enter addresses with more at their end than the base, as they stand in a
 * provider's manual: what the path begins with is not doubled (`…/v1`), and the whole path is no more added.
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
