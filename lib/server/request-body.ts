import { hasMoreJsonParts, maxJsonParts } from "@/lib/chat/json-parts";
import { AppError } from "@/lib/errors";
import { parseJson } from "@/lib/providers/json";
import type { ByteBudget } from "@/lib/server/byte-budget";
import { joinBytes } from "@/lib/server/bytes";
import { refuse } from "@/lib/server/error-response";

/** A body that fails with `body-too-large` after too many bytes. */
export interface CappedBody {
  readonly stream: ReadableStream<Uint8Array>;
  /** Whether the limit was exceeded; a `fetch` that sends the stream hides the reason. */
  isTooLarge(): boolean;
}

/** Forwards a body up to `maxBytes`. */
export function capBody(body: ReadableStream<Uint8Array>, maxBytes: number): CappedBody {
  let bytes = 0;
  const cap = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw refuse("body-too-large");
      controller.enqueue(chunk);
    },
  });
  return { stream: body.pipeThrough(cap), isTooLarge: () => bytes > maxBytes };
}

/** Reads a whole body as text. Throws the refusal that ended it, and `malformed` if it breaks off or is not UTF-8. */
export async function readBody(body: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const reader = body.getReader();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      text += decoder.decode(value, { stream: !done });
      if (done) return text;
    }
  } catch (thrown) {
    throw thrown instanceof AppError ? thrown : refuse("malformed");
  }
}

/**
 * Reads and parses a whole JSON body. Throws what `readBody` throws, `otherwise` if it is not JSON, and
 * `body-too-large` if it has too many parts to traverse: a small body can have millions.
 */
export async function readJsonBody(
  body: ReadableStream<Uint8Array>,
  otherwise: "malformed" | "not-json" = "malformed",
): Promise<unknown> {
  const text = await readBody(body);
  if (hasMoreJsonParts(text, maxJsonParts)) throw refuse("body-too-large");
  const value = parseJson(text);
  if (value === undefined) throw refuse(otherwise);
  return value;
}

/**
 * Reads a provider's whole response as text. Throws `upstream-unreadable`, because its failures are not the caller's
 * fault.
 */
export async function readAnswer(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<string> {
  try {
    return await readBody(capBody(body, maxBytes).stream);
  } catch {
    throw refuse("upstream-unreadable");
  }
}

/** A whole body in memory, and the function that releases its share of the budget. */
export interface HeldBody {
  /** Absent if the request has no body. */
  readonly bytes?: Uint8Array<ArrayBuffer>;
  release(): void;
}

/** Retry delay for callers whose body exceeds the budget, in seconds. */
const budgetRetrySeconds = 10;

/**
 * Reads the bytes of a request's body. Throws a refusal: `body-too-large` beyond `maxBytes`, `too-many-calls` if the
 * bodies of all calls exceed the budget, `malformed` for a body that breaks off.
 */
export async function readBodyBytes(
  { body, headers }: Request,
  maxBytes: number,
  budget: ByteBudget,
): Promise<HeldBody> {
  if (body === null) return { release() {} };
  if (Number(headers.get("content-length")) > maxBytes) throw refuse("body-too-large");
  let held = 0;
  const release = () => {
    budget.release(held);
    held = 0;
  };
  const chunks: Uint8Array[] = [];
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { bytes: joinBytes(chunks), release };
      if (held + value.byteLength > maxBytes) throw refuse("body-too-large");
      if (!budget.take(value.byteLength)) throw refuse("too-many-calls", { retryAfterSeconds: budgetRetrySeconds });
      held += value.byteLength;
      chunks.push(value);
    }
  } catch (thrown) {
    release();
    reader.cancel().catch(() => undefined);
    throw thrown instanceof AppError ? thrown : refuse("malformed");
  }
}
