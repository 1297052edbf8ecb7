import { gatewayAddress } from "@/lib/providers/codecs/cloudflare-gateway";

/** The end of a base URL that is a call: its server needs the rest exactly as it is. */
const callEnd = /\/chat\/completions$/;
/**
 * The end of a base URL that contains a version already, such as `/api/paas/v4` of Z.ai or `/v1beta/openai` of Gemini
 * (https://ai.google.dev/gemini-api/docs/openai).
 */
export const versionEnd = /\/v\d+[a-z]*\d*(?:\/openai)?$/;

/**
 * Appends a path to a base URL. Users paste longer URLs from a provider's manual. If the URL already ends with the
 * start of the path (`…/v1`) or all of it, that part is not added again. A URL with another version, or one of a call
 * without a version, gets no `v1`.
 */
export function joinAddress(baseUrl: string, path: string): string {
  const base = baseUrl.replace(/\/+$/, "");
  const unversioned = path.startsWith("v1/") ? path.slice("v1/".length) : undefined;
  if (unversioned !== undefined && callEnd.test(base)) {
    return gatewayAddress(`${base.replace(callEnd, "")}/${unversioned}`);
  }
  const segments = path.split("/");
  for (let count = segments.length; count > 0; count--) {
    const beginning = `/${segments.slice(0, count).join("/")}`;
    if (base.endsWith(beginning)) return gatewayAddress(base + path.slice(beginning.length - 1));
  }
  if (unversioned !== undefined && versionEnd.test(base)) return gatewayAddress(`${base}/${unversioned}`);
  return gatewayAddress(path === "" ? base : `${base}/${path}`);
}
