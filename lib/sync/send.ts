import type { Environment } from "@/lib/environment";
import { type RemoteAnswer, type RemoteCall, type SendCall, syncError } from "@/lib/sync/remote";

/** Timeout of a call with its body, in milliseconds. */
const callMs = 600_000;

/**
 * Creates the sender of calls to a remote. Redirects are not followed, because they would send the credential
 * elsewhere.
 */
export function remoteSender({ fetch }: Pick<Environment, "fetch">): SendCall {
  return async ({ url, method, headers, body }: RemoteCall): Promise<RemoteAnswer> => {
    const signal = AbortSignal.timeout(callMs);
    try {
      const init = { method, headers, body: body ?? null, signal, redirect: "manual", cache: "no-store" } as const;
      const response = await fetch(url, { ...init, credentials: "omit", referrerPolicy: "no-referrer" });
      const etag = response.headers.get("etag");
      return { status: response.status, body: await response.text(), ...(etag === null ? {} : { etag }) };
    } catch {
      throw syncError(signal.aborted ? "slow" : "unreachable");
    }
  };
}
