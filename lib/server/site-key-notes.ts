import type { ServerConfig } from "@/lib/server/server-config";
import { hostOf } from "@/lib/settings/access-settings";

/** Returns a line for the log for each address of the operator's to which stored keys of a NextChat go. */
export function siteKeyNotes({ providers, hideUserApiKey }: ServerConfig): string[] {
  if (hideUserApiKey) return [];
  return [...providers.values()].flatMap(({ provider, baseUrl }) => {
    const host = hostOf(baseUrl ?? "");
    if (!host) return [];
    return `${provider.name}: keys that users stored in a NextChat on this site go to ${host}. Keys that they enter here go to the provider.`;
  });
}
