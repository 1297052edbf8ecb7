import type { Environment } from "@/lib/environment";
import { type RemoteAnswer, type RemoteCall, type SendCall, syncError } from "@/lib/sync/remote";

/** How long a call may take with all that it carries, in milliseconds. */
const callMs = 600_000;

/** Makes the sender of calls to a remote. A redirect is not followed: it would carry the credential elsewhere. */
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
