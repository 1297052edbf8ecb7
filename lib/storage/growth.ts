import type { MessageRecord } from "@/lib/storage/catalogue";

/**
 * The additions to a streaming reply since it was last written. They are written instead of the whole reply. So the
 * cost of a long reply is proportional to its length, not to the sum of its states.
 */
export interface Growth {
  readonly messageId: string;
  readonly sessionId: string;
  /** Sequence number from 1, after the whole record that was written first. */
  readonly number: number;
  /** Text and reasoning that were added. */
  readonly text: string;
  readonly reasoning: string;
  /** Other changed fields, such as token counts, with their new values. */
  readonly fields: Readonly<Partial<MessageRecord>>;
}

/** Returns the growth of a record; undefined if it changed in other ways and must be written whole. */
export function growthOf(before: MessageRecord, now: MessageRecord, number: number): Growth | undefined {
  const { content: text, reasoning = "", ...fields } = now;
  const { content: oldText, reasoning: oldReasoning = "", ...oldFields } = before;
  if (typeof text !== "string" || typeof oldText !== "string") return undefined;
  if (!text.startsWith(oldText) || !reasoning.startsWith(oldReasoning)) return undefined;
  if (Object.keys(oldFields).some((name) => !Object.hasOwn(fields, name))) return undefined;
  const changed = Object.entries(fields).filter(([name, value]) => Reflect.get(oldFields, name) !== value);
  return {
    messageId: now.id,
    sessionId: now.sessionId,
    number,
    text: text.slice(oldText.length),
    reasoning: reasoning.slice(oldReasoning.length),
    fields: Object.fromEntries(changed),
  };
}

/**
 * Returns a message with its growth. Pieces after a gap belong to another state of the message and are ignored, as are
 * those whose text a finished message already contains.
 */
export function withGrowth(record: MessageRecord, pieces: readonly Growth[]): MessageRecord {
  const following = piecesBeforeGap(pieces);
  const { content, reasoning = "", streaming } = record;
  if (typeof content !== "string" || (!streaming && containsGrowth(record, following))) return record;
  const fields: Partial<MessageRecord> = Object.assign({}, ...following.map((piece) => piece.fields));
  const thinking = joined(following, "reasoning");
  return {
    ...record,
    ...fields,
    content: content + joined(following, "text"),
    ...(thinking && { reasoning: reasoning + thinking }),
  };
}

/** Returns the pieces in order, up to the first missing number. */
export function piecesBeforeGap(pieces: readonly Growth[]): Growth[] {
  return pieces.toSorted((one, other) => one.number - other.number).filter(({ number }, index) => number === index + 1);
}

/** Whether the text and reasoning of a stored message contain those of consecutive pieces. */
export function containsGrowth({ content, reasoning }: MessageRecord, pieces: readonly Growth[]): boolean {
  return `${content}`.includes(joined(pieces, "text")) && `${reasoning ?? ""}`.includes(joined(pieces, "reasoning"));
}

function joined(pieces: readonly Growth[], name: "text" | "reasoning"): string {
  return pieces.map((piece) => piece[name]).join("");
}
