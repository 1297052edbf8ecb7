import { type ChatCodec, endpointOf, type Provider, publicUrlFor } from "@/lib/providers/provider";

/**
 * Lets a codec call the host on which its surface lives, where the connection leads to the provider's public address;
 * an own address, or our relay, serves all surfaces itself.
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
