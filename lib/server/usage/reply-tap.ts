import type { ByteBudget } from "@/lib/server/byte-budget";

/** Bytes of a stream's beginning and end in which providers report usage. */
const headBytes = 8192;
const tailBytes = 24_576;
/** The last event of OpenAI's Responses API repeats the whole reply before its usage. */
const longTailBytes = 262_144;

/** Maximum size of a reply that is not a stream, in bytes. */
const maxWholeBytes = 32_000_000;

/** The format of a response. */
export type ReplyForm = "events" | "long-events" | "lines" | "whole" | "other";

/** A reply, or the parts of it in which its usage is. */
export interface TappedReply {
  readonly form: ReplyForm;
  /** The bytes: all of them, or those of the beginning and of the end, without incomplete events. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Number of bytes that were sent. */
  readonly sentBytes: number;
}

/** Collects what is needed of a reply. Bytes are only remembered, because parsing each event costs more than sending it. */
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
  const maxTail = form === "long-events" ? longTailBytes : tailBytes;
  const head: Uint8Array[] = [];
  const tail: Uint8Array[] = [];
  let sentBytes = 0;
  let inHead = 0;
  let inTail = 0;
  let taken = 0;
  let isWhole = form === "whole";

  function addWhole(chunk: Uint8Array): void {
    const bytes = chunk.byteLength;
    if (taken + bytes <= maxWholeBytes && budget.take(bytes)) {
      taken += bytes;
      head.push(chunk);
      return;
    }
    isWhole = false;
    release();
  }

  function release(): void {
    budget.release(taken);
    taken = 0;
    head.length = 0;
  }

  return {
    add(chunk) {
      sentBytes += chunk.byteLength;
      if (isWhole) return addWhole(chunk);
      if (form === "whole" || form === "other") return;
      if (inHead < headBytes) {
        head.push(chunk);
        inHead += chunk.byteLength;
        return;
      }
      tail.push(chunk);
      inTail += chunk.byteLength;
      while (tail.length > 1 && inTail - (tail[0]?.byteLength ?? 0) >= maxTail) {
        inTail -= tail.shift()?.byteLength ?? 0;
      }
    },
    take() {
      const start = joined(head);
      const end = joined(tail);
      const isCut = start.byteLength + end.byteLength < sentBytes;
      const bytes = isCut ? joined([upToBreak(start, form), fromBreak(end, form)]) : joined([start, end]);
      release();
      tail.length = 0;
      return { form, bytes, sentBytes };
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
