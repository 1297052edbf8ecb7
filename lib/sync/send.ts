import type { Environment } from "@/lib/environment";
import { AppError } from "@/lib/errors";
import { type RemoteAnswer, type RemoteCall, type SendCall, syncError } from "@/lib/sync/remote";

/** Timeout of a call with its body, in milliseconds. */
const callMs = 600_000;
/** Bytes that are read of an unsuccessful response. */
const refusalBytes = 64_000;

/** Limits of all calls of a sender together, for locations that the user has not chosen. */
export interface CallLimits {
  /** Ends all calls. */
  readonly signal?: AbortSignal | undefined;
  /** Maximum number of calls. */
  readonly calls?: number;
  /** Maximum size of all successful responses, in bytes. */
  readonly bytes?: number;
  /** Whether a call goes on after its page was closed. */
  readonly outlivesPage?: boolean;
}

/**
 * Creates the sender of calls to a remote. Redirects are not followed, because they would send the credential
 * elsewhere. A location that exceeds a limit counts as altered.
 */
export function remoteSender({ fetch }: Pick<Environment, "fetch">, limits: CallLimits = {}): SendCall {
  const left = { calls: limits.calls ?? Number.POSITIVE_INFINITY, bytes: limits.bytes };
  return async ({ url, method, headers, body, isBinary = false }: RemoteCall): Promise<RemoteAnswer> => {
    const ending = endingOf(limits);
    const { signal } = ending;
    if (--left.calls < 0) throw syncError("altered");
    try {
      const init = { method, headers, body: body ?? null, signal, redirect: "manual", cache: "no-store" } as const;
      const { outlivesPage: keepalive = false } = limits;
      const response = await fetch(url, { ...init, keepalive, credentials: "omit", referrerPolicy: "no-referrer" });
      const etag = response.headers.get("etag");
      const known = { status: response.status, ...(etag === null ? {} : { etag }) };
      if (!response.ok) return { ...known, body: await startOf(response) };
      if (left.bytes !== undefined) {
        const bytes = await boundedBody(response, left.bytes);
        left.bytes -= bytes.length;
        return isBinary ? { ...known, body: "", bytes } : { ...known, body: new TextDecoder().decode(bytes) };
      }
      if (!isBinary) return { ...known, body: await response.text() };
      return { ...known, body: "", bytes: new Uint8Array(await response.arrayBuffer()) };
    } catch (thrown) {
      if (thrown instanceof AppError) throw thrown;
      throw syncError(ending.isSlow() ? "slow" : "unreachable");
    } finally {
      ending.stop();
    }
  };
}

/** Returns the signal that ends a call: after a time, or with the caller's own. */
function endingOf({ signal }: CallLimits) {
  const timeout = AbortSignal.timeout(callMs);
  if (!signal) return { signal: timeout, isSlow: () => timeout.aborted, stop() {} };
  const ended = new AbortController();
  const end = () => ended.abort();
  if (signal.aborted) end();
  for (const each of [signal, timeout]) each.addEventListener("abort", end);
  const stop = () => signal.removeEventListener("abort", end);
  return { signal: ended.signal, isSlow: () => timeout.aborted, stop };
}

/** Reads a body. Throws `altered` once it is longer than `most` bytes; the rest is not loaded. */
async function boundedBody({ body }: Response, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { value, done = true } = (await reader?.read()) ?? {};
    if (value) parts.push(value);
    size += value?.length ?? 0;
    if (size > most) {
      // The host may leave this unanswered.
      void reader?.cancel().catch(() => {});
      throw syncError("altered");
    }
    if (done) break;
  }
  const joined = new Uint8Array(size);
  parts.reduce((start, part) => {
    joined.set(part, start);
    return start + part.length;
  }, 0);
  return joined;
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
