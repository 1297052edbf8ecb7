import type { ByteBudget } from "@/lib/server/byte-budget";

/** Bytes of a stream's beginning and end in which providers report usage. */
const headBytes = 1024;
const tailBytes = 4096;
/** Bytes of the end in which a reported usage usually is. They are read first. */
const lastBytes = 1024;
/** The last event of OpenAI's Responses API repeats the whole reply before its usage. */
const longTailBytes = 131_072;

/** Maximum size of a reply that is not a stream, in bytes. */
const maxWholeBytes = 32_000_000;

/** The format of a response. */
export type ReplyForm = "events" | "long-events" | "lines" | "whole" | "other";

/** A reply, or the parts of it in which its usage is. */
export interface TappedReply {
  readonly form: ReplyForm;
  /** The bytes: all of them, or those of the beginning and of the end, without incomplete events. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Fewer of the bytes of a long stream: those of its beginning and of its last events. */
  readonly shortBytes?: Uint8Array<ArrayBuffer>;
  /** Number of bytes that were sent. */
  readonly sentBytes: number;
}

/** Collects what is needed of a reply. Bytes are only copied, because parsing each event costs more than sending it. */
export interface ReplyTap {
  add(chunk: Uint8Array): void;
  /** Returns the reply so far, and releases its bytes. */
  take(): TappedReply;
}

/** Returns the form of a response. */
export function replyForm(headers: Headers, listed: string): ReplyForm {
  const type = (headers.get("content-type") ?? "").toLowerCase();
  if (type.startsWith("text/event-stream")) return /(^|\/)responses$/.test(listed) ? "long-events" : "events";
  if (/^application\/(x-ndjson|jsonl)/.test(type)) return "lines";
  return /\bjson\b/.test(type) ? "whole" : "other";
}

/** Creates the tap of a reply. Whole replies are counted in the budget of bytes in memory. */
export function createReplyTap(form: ReplyForm, budget: ByteBudget): ReplyTap {
  if (form === "whole") return createWholeTap(budget);
  const head = createTail(headBytes);
  const tail = createTail(form === "long-events" ? longTailBytes : tailBytes);
  let sentBytes = 0;
  return {
    add(chunk) {
      const isInHead = sentBytes < headBytes;
      sentBytes += chunk.byteLength;
      if (form !== "other") (isInHead ? head : tail).add(chunk);
    },
    take() {
      const [start, end] = [head.take(), tail.take()];
      const isCut = start.byteLength + end.byteLength < sentBytes;
      if (!isCut) return { form, bytes: joined([start, end]), sentBytes };
      const first = upToBreak(start, form);
      const last = fromBreak(end.subarray(-lastBytes), form);
      const shortBytes = last.byteLength > 0 ? joined([first, last]) : undefined;
      return { form, bytes: joined([first, fromBreak(end, form)]), ...(shortBytes && { shortBytes }), sentBytes };
    },
  };
}

function createWholeTap(budget: ByteBudget): ReplyTap {
  const chunks: Uint8Array[] = [];
  let sentBytes = 0;
  let taken = 0;
  let fits = true;

  function release(): void {
    budget.release(taken);
    taken = 0;
    chunks.length = 0;
  }

  return {
    add(chunk) {
      const bytes = chunk.byteLength;
      sentBytes += bytes;
      if (!fits) return;
      fits = taken + bytes <= maxWholeBytes && budget.take(bytes);
      if (!fits) return release();
      taken += bytes;
      chunks.push(chunk);
    },
    take() {
      const bytes = joined(chunks);
      release();
      return { form: "whole", bytes, sentBytes };
    },
  };
}

/** First size of the buffer of a tail, in bytes. */
const firstBytes = 4096;

/**
 * Creates a buffer of the last bytes: of at least the last `maxBytes`, or of the last chunk. Bytes are copied, because
 * thousands of small chunks in memory would burden the garbage collector.
 */
function createTail(maxBytes: number) {
  let buffer = new Uint8Array(0);
  let length = 0;

  /** Makes room for bytes: drops the oldest ones, or takes a larger buffer. */
  function makeRoom(bytes: number): void {
    if (length + bytes <= buffer.byteLength) return;
    if (length > maxBytes) {
      buffer.copyWithin(0, length - maxBytes, length);
      length = maxBytes;
    }
    if (length + bytes <= buffer.byteLength) return;
    const larger = new Uint8Array(Math.max(firstBytes, length + bytes, Math.min(2 * buffer.byteLength, 3 * maxBytes)));
    larger.set(buffer.subarray(0, length));
    buffer = larger;
  }

  return {
    add(chunk: Uint8Array): void {
      makeRoom(chunk.byteLength);
      buffer.set(chunk, length);
      length += chunk.byteLength;
    },
    take(): Uint8Array {
      const bytes = buffer.subarray(0, length);
      buffer = new Uint8Array(0);
      length = 0;
      return bytes;
    },
  };
}

const lineBreak = 10;

/** Returns the bytes up to the last end of an event. */
function upToBreak(bytes: Uint8Array, form: ReplyForm): Uint8Array {
  const at = breakBefore(bytes, bytes.byteLength, form);
  return at === -1 ? bytes.subarray(0, 0) : bytes.subarray(0, at);
}

/** Returns the bytes from the first beginning of an event on. */
function fromBreak(bytes: Uint8Array, form: ReplyForm): Uint8Array {
  for (let at = bytes.indexOf(lineBreak); at !== -1; at = bytes.indexOf(lineBreak, at + 1)) {
    if (isBreak(bytes, at, form)) return bytes.subarray(at + 1);
  }
  return bytes.subarray(0, 0);
}

function breakBefore(bytes: Uint8Array, from: number, form: ReplyForm): number {
  for (let at = bytes.lastIndexOf(lineBreak, from - 1); at > 0; at = bytes.lastIndexOf(lineBreak, at - 1)) {
    if (isBreak(bytes, at, form)) return at + 1;
  }
  return -1;
}

/** Whether an event ends with the line break: a line of its own is empty, or each line is an event. */
function isBreak(bytes: Uint8Array, at: number, form: ReplyForm): boolean {
  if (form === "lines") return true;
  const before = bytes[at - 1] === 13 ? bytes[at - 2] : bytes[at - 1];
  return before === lineBreak;
}

function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(chunks.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.byteLength;
  }
  return all;
}
