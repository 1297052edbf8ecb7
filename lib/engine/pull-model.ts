import { watchIdle } from "@/lib/engine/idle-watch";
import { readWholeResponse } from "@/lib/engine/read-answer";
import { readLines } from "@/lib/engine/read-lines";
import { readText } from "@/lib/engine/read-text";
import { sendCall } from "@/lib/engine/send-call";
import type { Environment } from "@/lib/environment";
import { AppError } from "@/lib/errors";
import { newPull, type PullProgress, pullCall, reducePull } from "@/lib/providers/codecs/ollama-pull";
import { errorOfResponse } from "@/lib/providers/codecs/reply-error";
import type { Connection } from "@/lib/providers/provider";

/** Maximum time without a line, in milliseconds: the server checks large files silently. */
const idleTimeoutMs = 600_000;

/** Maximum length of a line, and of an error's body, in characters. */
const maxLineChars = 100_000;

interface Pulling {
  readonly connection: Connection;
  readonly env: Pick<Environment, "fetch" | "now" | "delay">;
  /** Ends the download. Ollama stores what has arrived, and continues from there the next time. */
  readonly signal: AbortSignal;
}

/**
 * Makes an Ollama download a model, and yields the state after each line. Returns once the model is there, or when the
 * signal is aborted. Throws AppError for a failure.
 */
export async function* pullModel(model: string, { connection, env, signal }: Pulling): AsyncGenerator<PullProgress> {
  const late = new AbortController();
  const either = AbortSignal.any([signal, late.signal]);
  const watch = watchIdle(env, idleTimeoutMs, () => late.abort());
  try {
    const response = await sendCall(pullCall(model, connection), { connection, env, signal: either });
    if (!response.ok) throw asAppError(errorOfResponse(await readWholeResponse(response, either, maxLineChars)));
    const reader = response.body?.getReader();
    let state = newPull;
    for await (const line of reader ? readLines(readText(reader, watch.renew), maxLineChars) : []) {
      state = reducePull(state, line);
      if (state.error) throw asAppError(state.error);
      yield state;
      if (state.isComplete) return;
    }
    throw new AppError("network");
  } catch (thrown) {
    if (signal.aborted) return;
    if (late.signal.aborted) throw new AppError("timeout", { seconds: idleTimeoutMs / 1000 });
    throw thrown instanceof AppError ? thrown : new AppError("network", {}, { cause: thrown });
  } finally {
    watch.stop();
    late.abort();
  }
}

function asAppError({ kind, message }: { readonly kind: AppError["code"]; readonly message: string }): AppError {
  return new AppError(kind, { message });
}
