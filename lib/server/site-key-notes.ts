import type { ServerConfig } from "@/lib/server/server-config";
import { hostOf } from "@/lib/settings/access-settings";

/** Returns a log line for each of the operator's URLs to which stored keys of a NextChat are sent. */
export function siteKeyNotes({ providers, hideUserApiKey }: ServerConfig): string[] {
  if (hideUserApiKey) return [];
  return [...providers.values()].flatMap(({ provider, baseUrl }) => {
    const host = hostOf(baseUrl ?? "");
    if (!host || provider.isSite) return [];
    return `${provider.name}: keys that users stored in a NextChat on this site go to ${host}. Keys that they enter here go to the provider.`;
  });
}
