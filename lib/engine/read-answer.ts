import type { ChatEvent } from "@/lib/chat/event";
import type { IdleWatch } from "@/lib/engine/idle-watch";
import { readLines } from "@/lib/engine/read-lines";
import { maxEventChars, readServerEvents } from "@/lib/engine/read-server-events";
import { cancelQuietly, readText } from "@/lib/engine/read-text";
import { joinText } from "@/lib/engine/text-events";
import { AppError } from "@/lib/errors";
import type { ChatCodec, WholeResponse } from "@/lib/providers/provider";

/** Maximum length of a body that is not a reply, in characters. */
const maxErrorChars = 1_000_000;

/** Options for reading a response. */
interface AnswerReading {
  readonly codec: ChatCodec;
  /** Ends the reading, as if the body ended there. */
  readonly signal: AbortSignal;
  /** Idle timeout that is restarted by data; without it, the whole response is one wait. */
  readonly watch?: Pick<IdleWatch, "touch" | "renew">;
  /** Called for every chunk of bytes. */
  readonly onBytes?: ((bytes: Uint8Array) => void) | undefined;
}

/**
 * Reads the events of a reply from a provider's response of any type: an event stream; plain text, which is the reply
 * itself; or a whole body, which is a reply or an error.
 *
 * @throws what the body's reader throws; AppError `too-large`
 */
export async function* readAnswer(
  response: Response,
  { codec, signal, watch, onBytes }: AnswerReading,
): AsyncGenerator<ChatEvent> {
  const reader = (response.body ?? emptyBody()).getReader();
  if (signal.aborted) cancelQuietly(reader);
  signal.addEventListener("abort", () => cancelQuietly(reader));
  const onActivity = (bytes: Uint8Array) => {
    onBytes?.(bytes);
    watch?.touch();
  };

  if (response.ok && isOfType(response, "text/event-stream")) {
    for await (const events of readServerEvents(reader, onActivity)) {
      watch?.renew();
      const steps = joinText(events.flatMap((event) => codec.parseEvent(event)));
      // Yield one by one: `yield*` of an array awaits several times per element.
      for (const step of steps) yield step;
    }
    return;
  }
  if (response.ok && (isOfType(response, "application/x-ndjson") || isOfType(response, "application/jsonl"))) {
    for await (const line of readLines(readText(reader, onActivity), maxEventChars)) {
      watch?.renew();
      yield* codec.parseEvent({ data: line });
    }
    return;
  }
  if (response.ok && isOfType(response, "text/plain")) {
    const onText = (bytes: Uint8Array) => {
      onBytes?.(bytes);
      watch?.renew();
    };
    for await (const text of readText(reader, onText)) yield { type: "text-delta", text };
    if (!signal.aborted) yield { type: "end" };
    return;
  }
  const isReply = response.ok && /\bjson\b/i.test(response.headers.get("content-type") ?? "");
  const body = await readWhole(readText(reader, onActivity), isReply ? maxEventChars : maxErrorChars);
  if (!signal.aborted) yield* codec.parseResponse(wholeResponse(response, body));
}

/**
 * Reads a response that is not streamed, such as the state of a task. Throws AppError `too-large` above `maxChars`
 * characters, and what the body's reader throws.
 */
export async function readWholeResponse(
  response: Response,
  signal: AbortSignal,
  maxChars = maxEventChars,
  onBytes?: (bytes: Uint8Array) => void,
): Promise<WholeResponse> {
  const reader = (response.body ?? emptyBody()).getReader();
  signal.addEventListener("abort", () => cancelQuietly(reader));
  const body = await readWhole(readText(reader, onBytes), maxChars + 1);
  if (signal.aborted) throw new AppError("network");
  if (body.length > maxChars) throw new AppError("too-large");
  return wholeResponse(response, body);
}

function isOfType({ headers }: Response, type: string): boolean {
  return (headers.get("content-type") ?? "").toLowerCase().startsWith(type);
}

/** Concatenates the text of a body up to `maxChars` characters; the rest is not read. */
async function readWhole(pieces: AsyncIterable<string>, maxChars: number): Promise<string> {
  const read: string[] = [];
  let chars = 0;
  for await (const piece of pieces) {
    read.push(piece);
    chars += piece.length;
    if (chars >= maxChars) break;
  }
  return read.join("").slice(0, maxChars);
}

function wholeResponse({ status, headers }: Response, body: string): WholeResponse {
  return {
    status,
    body,
    ...headerOf("retryAfter", headers.get("retry-after")),
    ...headerOf("retryAfterMs", headers.get("retry-after-ms")),
    ...headerOf("date", headers.get("date")),
  };
}

function headerOf(name: "retryAfter" | "retryAfterMs" | "date", value: string | null): Partial<WholeResponse> {
  return value === null ? {} : { [name]: value };
}

function emptyBody(): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.close() });
}
