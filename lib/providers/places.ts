import { boundNameOf, type Provider } from "@/lib/providers/provider";

/**
 * Stands for a server that the user added and that is like no built-in provider, beside the names of providers, in
 * tables of what providers accept.
 */
export const ownServer = "own server";

/**
 * Returns the name by which tables of what providers accept list a provider. A server that the user added is listed by
 * the provider whose API it has, otherwise as `ownServer`.
 */
export function placeOf(provider: Pick<Provider, "name" | "boundName" | "place"> | undefined): string {
  return provider ? (provider.place ?? boundNameOf(provider)) : ownServer;
}
