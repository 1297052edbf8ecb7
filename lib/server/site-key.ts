import type { Provider } from "@/lib/providers/provider";
import { secretNames } from "@/lib/providers/provider";
import type { Access } from "@/lib/server/access";
import { serverHeaders } from "@/lib/server/credentials";
import { refuse } from "@/lib/server/error-response";
import type { RelayCall } from "@/lib/server/relay-call";
import type { Server } from "@/lib/server/server";
import type { ProviderConfig } from "@/lib/server/server-config";
import { hostOf } from "@/lib/settings/access-settings";
import { keyHostHeader } from "@/lib/settings/connect";

/** Lifetime of a cached result, in milliseconds. */
const freshMs = 60 * 60_000;

/** Timeout of the probe, in milliseconds. */
const probeMs = 10_000;

/**
 * Whether the caller's own key is sent to the operator's URL: a NextChat on this site has sent it there, and the caller
 * names the host.
 *
 * Throws `key-host-changed` if the operator has another URL now. With access codes it throws `site-key-unchecked`
 * unless that URL rejects unknown keys: otherwise any text would work as a key.
 */
export async function usesSiteAddress(
  headers: Headers,
  { target }: Pick<RelayCall, "target">,
  { use }: Access,
  server: Server,
): Promise<boolean> {
  const host = use === "own" ? headers.get(keyHostHeader) : null;
  if (host === null) return false;
  if (target.baseUrl === undefined || hostOf(target.baseUrl) !== host) throw refuse("key-host-changed");
  if (server.config.codes.length > 0 && !(await refusesUnknownKeys(target, server))) throw refuse("site-key-unchecked");
  return true;
}

/** Requests the model list with a key that cannot be valid. */
async function refusesUnknownKeys({ provider, baseUrl = "" }: ProviderConfig, server: Server): Promise<boolean> {
  const { modelList } = provider;
  if (!modelList) return false;
  const answer = await server.remember(`refuses unknown keys: ${provider.id}`, async () => {
    const { url, method, headers } = modelList.buildRequest({ baseUrl, headers: unknownKey(provider) });
    const signal = AbortSignal.timeout(probeMs);
    const response = await server.env
      .fetch(url, { method, headers, signal, redirect: "manual", cache: "no-store" })
      .catch(() => {
        throw refuse("upstream-unreachable");
      });
    await response.body?.cancel();
    return { value: response.status === 401 || response.status === 403 ? "yes" : "no", freshForMs: freshMs };
  });
  return answer === "yes";
}

function unknownKey(provider: Provider): Record<string, string> {
  const secrets = secretNames(provider).map((name) => [name, `unknown-${crypto.randomUUID()}`]);
  return serverHeaders(provider, Object.fromEntries(secrets));
}
