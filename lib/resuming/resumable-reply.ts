import { bytesOfBase64, textOfBytes } from "@/lib/resuming/base64";
import { keyBytes } from "@/lib/sealing/aead";

/** The id of a reply that can be resumed, and the key with which its pieces are sealed. Both are random. */
export interface ResumableReply {
  readonly id: string;
  readonly key: string;
}

/** A reply as its call names it. */
export interface NamedReply extends ResumableReply {
  /** Whether the reply is written to its end, even if nobody reads it. */
  readonly mayFinish: boolean;
}

/** Header of a call whose reply can be resumed: its id, its key and `finish`, with dots between them. */
export const replyKeyHeader = "x-reply-key";

/** Headers of a call that resumes a reply: its id, and the position after the last byte that has arrived. */
export const replyIdHeader = "x-reply-id";
export const replyFromHeader = "x-reply-from";

/** Maximum time for which a part of a reply is stored, in milliseconds. */
export const storedMs = 600_000;

const idBytes = 16;
const idPattern = /^[\w-]{22}$/;
const namedPattern = /^([\w-]{22})\.([\w-]{43})(\.finish)?$/;

/** Creates the id and the key of a reply. */
export function newResumableReply(): ResumableReply {
  const random = crypto.getRandomValues(new Uint8Array(idBytes + keyBytes));
  return { id: urlText(random.subarray(0, idBytes)), key: urlText(random.subarray(idBytes)) };
}

/** Returns the value of the header for a reply. */
export function replyKeyText({ id, key, mayFinish }: NamedReply): string {
  return `${id}.${key}${mayFinish ? ".finish" : ""}`;
}

/** Reads the header of a call; undefined if it is absent or malformed. */
export function readReplyKey(text: string | null): NamedReply | undefined {
  const [, id, key, finish] = namedPattern.exec(text ?? "") ?? [];
  return id !== undefined && key !== undefined ? { id, key, mayFinish: finish !== undefined } : undefined;
}

/** Whether a text is the id of a reply. */
export function isReplyId(text: string): boolean {
  return idPattern.test(text);
}

/** Returns the bytes of a reply's key. */
export function bytesOfKey(key: string): Uint8Array<ArrayBuffer> {
  return bytesOfBase64(key.replaceAll("-", "+").replaceAll("_", "/"));
}

function urlText(bytes: Uint8Array): string {
  return textOfBytes(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
