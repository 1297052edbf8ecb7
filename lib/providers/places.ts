import { boundNameOf, type Provider } from "@/lib/providers/provider";

/**
 * Stands for a server that the user added and that is like no built-in provider, beside the names of providers, in
 * tables of what providers accept.
 */
export const ownServer = "own server";

/** Stands for a server that the user added and that has OpenAI's Responses API, with models of any vendor. */
export const ownResponsesServer = "own Responses server";

/**
 * Returns the name by which tables of what providers accept list a provider. A server that the user added is listed by
 * the provider whose API it has, or by one of the names above.
 */
export function placeOf(provider: Pick<Provider, "name" | "boundName" | "place"> | undefined): string {
  return provider ? (provider.place ?? boundNameOf(provider)) : ownServer;
}
