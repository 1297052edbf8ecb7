import { readWholeResponse } from "@/lib/engine/read-answer";
import { tryKeys } from "@/lib/engine/try-keys";
import type { Environment } from "@/lib/environment";
import { AppError } from "@/lib/errors";
import type { Connection, FormFile, HttpCall, WholeResponse } from "@/lib/providers/provider";
import { createTokenMemory } from "@/lib/providers/token-memory";

/** Cache of signing tokens for the lifetime of the page. */
const remember = createTokenMemory(() => performance.now());

/** Options for sending a call. */
export interface Sending {
  readonly connection: Pick<Connection, "sign" | "otherKeys"> & Partial<Pick<Connection, "baseUrl">>;
  readonly env: Pick<Environment, "fetch" | "now">;
  readonly signal: AbortSignal;
}

/**
 * Signs a call if necessary, and sends it. With several keys, the next one is tried if one is refused.
 *
 * A redirect is an error: it would send the whole chat to a host that the user did not enter, and the key in a header
 * that browsers do not remove.
 */
export async function sendCall(call: HttpCall, { connection, env, signal }: Sending): Promise<Response> {
  const signed = connection.sign ? await connection.sign(call, { ...env, remember }) : call;
  const { url, form, files, headers, ...init } = signed;
  const send = (key: Connection["headers"] = {}) =>
    env.fetch(url, {
      ...init,
      headers: { ...headers, ...key },
      ...(form && { body: formOf(form, files) }),
      signal,
      redirect: "error",
    });
  const { otherKeys = [], baseUrl = url } = connection;
  return otherKeys.length === 0 ? send() : tryKeys([{}, ...otherKeys], { baseUrl, signal, send });
}

/**
 * Sends a call whose response is not streamed, such as for a model list. Throws AppError `timeout` after `timeoutMs`
 * milliseconds, `too-large` above `maxChars` characters, and `network` for other failures.
 */
export async function askWhole(
  call: HttpCall,
  {
    connection,
    env,
    timeoutMs,
    maxChars,
    signal,
  }: Pick<Sending, "connection"> & {
    readonly env: Pick<Environment, "fetch" | "now" | "delay">;
    /** Aborts the call, which then fails like a network error. */
    readonly signal?: AbortSignal;
    readonly timeoutMs: number;
    readonly maxChars: number;
  },
): Promise<WholeResponse> {
  const over = new AbortController();
  const late = new AbortController();
  void env.delay(timeoutMs, over.signal).then(() => !over.signal.aborted && late.abort());
  const either = signal ? AbortSignal.any([late.signal, signal]) : late.signal;
  try {
    const response = await sendCall(call, { connection, env, signal: either });
    return await readWholeResponse(response, either, maxChars);
  } catch (thrown) {
    if (late.signal.aborted) throw new AppError("timeout", { seconds: Math.round(timeoutMs / 1000) });
    if (thrown instanceof AppError) throw thrown;
    throw new AppError("network", {}, { cause: thrown });
  } finally {
    over.abort();
  }
}

function formOf(fields: Readonly<Record<string, string>>, files: readonly FormFile[] = []): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const { field, name, content } of files) form.append(field, content, name);
  return form;
}
