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
  return new StreamTap(form);
}

/** First size of the buffer of a stream, in bytes. */
const firstBytes = 8192;

/**
 * The beginning of a stream, of at least `headBytes`, and at least the last bytes of it. They are in one buffer. Bytes are
 * copied, because thousands of small chunks in memory would burden the garbage collector.
 */
class StreamTap implements ReplyTap {
  private readonly form: ReplyForm;
  private readonly maxTail: number;
  private buffer = new Uint8Array(firstBytes);
  /** Number of bytes in the buffer, and of those of the beginning. */
  private length = 0;
  private headLength = 0;
  private sentBytes = 0;

  constructor(form: ReplyForm) {
    this.form = form;
    this.maxTail = form === "long-events" ? longTailBytes : tailBytes;
  }

  add(chunk: Uint8Array): void {
    const { length } = chunk;
    this.sentBytes += length;
    if (this.form === "other") return;
    if (this.length + length > this.buffer.length) this.makeRoom(length);
    this.buffer.set(chunk, this.length);
    this.length += length;
    if (this.headLength < headBytes) this.headLength = this.length;
  }

  /** Makes room for bytes: drops the oldest ones after the beginning, or takes a larger buffer. */
  private makeRoom(bytes: number): void {
    const { buffer, maxTail, headLength } = this;
    if (this.length - headLength > maxTail) {
      buffer.copyWithin(headLength, this.length - maxTail, this.length);
      this.length = headLength + maxTail;
    }
    if (this.length + bytes <= buffer.length) return;
    const larger = new Uint8Array(Math.max(this.length + bytes, Math.min(2 * buffer.length, 4 * maxTail)));
    larger.set(buffer.subarray(0, this.length));
    this.buffer = larger;
  }

  take(): TappedReply {
    const { form, sentBytes, headLength } = this;
    const bytes = this.buffer.subarray(0, this.length);
    this.buffer = new Uint8Array(0);
    this.length = 0;
    this.headLength = 0;
    if (bytes.length === sentBytes) return { form, bytes, sentBytes };
    const end = bytes.subarray(headLength);
    const first = upToBreak(bytes.subarray(0, headLength), form);
    const last = fromBreak(end.subarray(-lastBytes), form);
    const shortBytes = last.byteLength > 0 ? joined([first, last]) : undefined;
    return { form, bytes: joined([first, fromBreak(end, form)]), ...(shortBytes && { shortBytes }), sentBytes };
  }
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
