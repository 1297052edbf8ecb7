import type { Environment } from "@/lib/environment";
import { type RemoteAnswer, type RemoteCall, type SendCall, syncError } from "@/lib/sync/remote";

/** Timeout of a call with its body, in milliseconds. */
const callMs = 600_000;
/** Bytes that are read of an unsuccessful response. */
const refusalBytes = 64_000;

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
      if (!response.ok) return { ...known, body: await startOf(response) };
      if (!isBinary) return { ...known, body: await response.text() };
      return { ...known, body: "", bytes: new Uint8Array(await response.arrayBuffer()) };
    } catch {
      throw syncError(signal.aborted ? "slow" : "unreachable");
    }
  };
}

/** Returns the start of a body. The rest is not loaded. */
async function startOf({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (let size = 0; reader && size < refusalBytes; ) {
    const { value, done } = await reader.read();
    if (done) return text;
    size += value.byteLength;
    text += decoder.decode(value, { stream: true });
  }
  await reader?.cancel();
  return text;
}
