import { connect, isSentByRelay } from "@/lib/settings/connect";
import { useAccess } from "@/store/settings/access";
import { providerInUse } from "@/store/settings/models";

/** Returns the headers of a provider's calls through the site's server; undefined if they do not go there. */
export function relayedHeaders(providerName: string): Readonly<Record<string, string>> | undefined {
  const access = useAccess.getState();
  const provider = providerInUse({ providerName });
  if (!provider || !isSentByRelay(provider, access, access.reach)) return undefined;
  return connect(provider, access, access.reach).headers;
}
