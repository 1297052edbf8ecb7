import type { MessageRecord } from "@/lib/storage/catalogue";

/**
 * What a growing reply has gained since it was written last. It is written in place of the whole reply, so that a long
 * one costs its own length and not the sum of its states.
 */
export interface Growth {
  readonly messageId: string;
  readonly sessionId: string;
  /** 1, 2, 3 … behind the whole record that was written first. */
  readonly number: number;
  /** What was added to the text and to the thinking. */
  readonly text: string;
  readonly reasoning: string;
  /** Other fields that changed, such as the token counts, with their new values. */
  readonly fields: Readonly<Partial<MessageRecord>>;
}

/** Returns what a record has gained; nothing where it did not only grow and must be written whole. */
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

/** Puts what was written of a growing reply together again; pieces behind a gap were never meant for this record. */
export function withGrowth(record: MessageRecord, pieces: readonly Growth[]): MessageRecord {
  let grown = record;
  const inOrder = pieces.toSorted((one, other) => one.number - other.number);
  for (const [index, { number, text, reasoning, fields }] of inOrder.entries()) {
    if (number !== index + 1 || typeof grown.content !== "string") break;
    grown = {
      ...grown,
      ...fields,
      content: grown.content + text,
      ...(reasoning || grown.reasoning ? { reasoning: (grown.reasoning ?? "") + reasoning } : {}),
    };
  }
  return grown;
}
