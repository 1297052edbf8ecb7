import { hasMoreJsonParts, maxJsonParts } from "@/lib/chat/json-parts";
import { AppError } from "@/lib/errors";
import { parseJson } from "@/lib/json";
import type { ApiRequest } from "@/lib/server/api-request";
import type { ByteBudget } from "@/lib/server/byte-budget";
import { type ByteSource, sourceOf } from "@/lib/server/byte-source";
import { joinBytes } from "@/lib/server/bytes";
import { refuse } from "@/lib/server/error-response";

/** A body that fails with `body-too-large` after too many bytes. */
export interface CappedBody {
  readonly source: ByteSource;
  /** Whether the limit was exceeded; a `fetch` that sends the stream hides the reason. */
  isTooLarge(): boolean;
}

/** Forwards a body up to `maxBytes`. */
export function capBody(body: ReadableStream<Uint8Array>, maxBytes: number): CappedBody {
  const source = sourceOf(body);
  let bytes = 0;
  const capped: ByteSource = {
    open(sink) {
      source.open({
        ...sink,
        write(chunk) {
          if (bytes > maxBytes) return false;
          bytes += chunk.byteLength;
          if (bytes <= maxBytes) return sink.write(chunk);
          sink.fail(refuse("body-too-large"));
          source.cancel(undefined).catch(() => undefined);
          return false;
        },
      });
    },
    flow: source.flow,
    cancel: source.cancel,
  };
  return { source: capped, isTooLarge: () => bytes > maxBytes };
}

/** Reads a whole body as text. Throws the refusal that ended it, and `malformed` if it breaks off or is not UTF-8. */
export async function readBody(body: ByteSource): Promise<string> {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(joinBytes(await allChunks(body)));
  } catch (thrown) {
    throw thrown instanceof AppError ? thrown : refuse("malformed");
  }
}

function allChunks(source: ByteSource): Promise<readonly Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  return new Promise((resolve, reject) => {
    source.open({ write: (chunk) => chunks.push(chunk) > 0, end: () => resolve(chunks), fail: reject });
    source.flow();
  });
}

/**
 * Reads and parses a whole JSON body. Throws what `readBody` throws, `otherwise` if it is not JSON, and
 * `body-too-large` if it has too many parts to traverse: a small body can have millions.
 */
export async function readJsonBody(
  body: ByteSource,
  otherwise: "malformed" | "not-json" = "malformed",
): Promise<unknown> {
  const text = await readBody(body);
  if (hasMoreJsonParts(text, maxJsonParts)) throw refuse("body-too-large");
  const value = parseJson(text);
  if (value === undefined) throw refuse(otherwise);
  return value;
}

/** Reads the JSON body of a request. Throws a refusal if it has another type, is too large or invalid. */
export async function readJsonRequest({ headers, body }: ApiRequest, maxBytes: number): Promise<unknown> {
  const type = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  // An HTML form of another site cannot send this type (docs/security.md#h52).
  if (type !== "application/json") throw refuse("not-json");
  if (body === null) throw refuse("malformed");
  return readJsonBody(capBody(body, maxBytes).source);
}

/**
 * Reads a provider's whole response as text. Throws `upstream-unreadable`, because its failures are not the caller's
 * fault.
 */
export async function readAnswer(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<string> {
  try {
    return await readBody(capBody(body, maxBytes).source);
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
  { body, headers }: ApiRequest,
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
