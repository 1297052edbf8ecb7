import { type ChatCodec, endpointOf, type Provider, publicUrlFor } from "@/lib/providers/provider";

/**
 * Returns a codec that calls the host of its API surface if the connection points at the provider's public URL. A
 * custom URL, or our relay, serves all surfaces itself and is left unchanged.
 */
export function atPublicHost(codec: ChatCodec, provider: Pick<Provider, "fields" | "hosts">, path: string): ChatCodec {
  const usual = endpointOf(provider)?.publicUrl;
  const host = publicUrlFor(provider, path);
  return {
    ...codec,
    buildRequest: (request, connection) => {
      const isPublic = connection.baseUrl === usual && host !== undefined;
      return codec.buildRequest(request, isPublic ? { ...connection, baseUrl: host } : connection);
    },
  };
}
