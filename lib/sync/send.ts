import type { Environment } from "@/lib/environment";
import { type RemoteAnswer, type RemoteCall, type SendCall, syncError } from "@/lib/sync/remote";

/** Timeout of a call with its body, in milliseconds. */
const callMs = 600_000;

/**
 * Creates the sender of calls to a remote. Redirects are not followed, because they would send the credential
 * elsewhere.
 */
export function remoteSender({ fetch }: Pick<Environment, "fetch">): SendCall {
  return async ({ url, method, headers, body, isBinary = false }: RemoteCall): Promise<RemoteAnswer> => {
    const signal = AbortSignal.timeout(callMs);
    try {
      const init = { method, headers, body: body ?? null, signal, redirect: "manual", cache: "no-store" } as const;
      const response = await fetch(url, { ...init, credentials: "omit", referrerPolicy: "no-referrer" });
      const etag = response.headers.get("etag");
      const known = { status: response.status, ...(etag === null ? {} : { etag }) };
      if (!isBinary || !response.ok) return { ...known, body: await response.text() };
      return { ...known, body: "", bytes: new Uint8Array(await response.arrayBuffer()) };
    } catch {
      throw syncError(signal.aborted ? "slow" : "unreachable");
    }
  };
}
