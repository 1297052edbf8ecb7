import { providerByName } from "@/lib/providers/registry";

/** Stands for every server that a user added, beside the names of providers, in tables of what providers accept. */
export const ownServer = "own server";

/** Returns the provider's name, or `ownServer` for a server that the user added. */
export function placeOf(providerName: string): string {
  return providerByName(providerName) ? providerName : ownServer;
}
