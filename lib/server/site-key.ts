import type { Provider } from "@/lib/providers/provider";
import { secretNames } from "@/lib/providers/provider";
import { type Access, requireCode } from "@/lib/server/access";
import { serverHeaders } from "@/lib/server/credentials";
import { refusalOf, refuse } from "@/lib/server/error-response";
import type { ProviderConfig } from "@/lib/server/provider-config";
import type { RelayCall } from "@/lib/server/relay-call";
import type { Server } from "@/lib/server/server";
import { hostOf } from "@/lib/settings/access-settings";
import { keyHostHeader } from "@/lib/settings/connect";

/** Lifetimes of a cached result, in milliseconds; a failure of the probe may be temporary. */
const freshMs = { certain: 60 * 60_000, uncertain: 60_000 };

/** Timeout of the probe, in milliseconds. */
const probeMs = 10_000;

/**
 * Whether the caller's own key is sent to the operator's URL: a NextChat on this site has sent it there, and the caller
 * names the host.
 *
 * Throws `key-host-changed` if the operator has another URL now. With access codes, the caller needs a valid code, or
 * that URL must reject unknown keys: otherwise any text would work as a key. Throws `site-key-unchecked` without a code,
 * and the refusal of a wrong one.
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
  const refused = await requireCode(headers, server).then(
    () => undefined,
    (thrown: unknown) => ({ thrown }),
  );
  // An outdated code must not lock out a key that passes without any.
  if (!refused || (await refusesUnknownKeys(target, server))) return true;
  throw refusalOf(refused.thrown) === "code-missing" ? refuse("site-key-unchecked") : refused.thrown;
}

/** Requests the model list with a key that cannot be valid. Only the status 401 or 403 proves that keys are checked. */
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
    const isRefused = response.status === 401 || response.status === 403;
    const isCertain = isRefused || response.ok;
    return { value: isRefused ? "yes" : "no", freshForMs: isCertain ? freshMs.certain : freshMs.uncertain };
  });
  return answer === "yes";
}

function unknownKey(provider: Provider): Record<string, string> {
  const secrets = secretNames(provider).map((name) => [name, `unknown-${crypto.randomUUID()}`]);
  return serverHeaders(provider, Object.fromEntries(secrets));
}
