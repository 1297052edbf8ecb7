import * as v from "valibot";
import { type ChatSession, sessionSchema } from "@/lib/chat/session";
import { isRecord } from "@/lib/fields/fields";

/** Returns the displayable fields of a stored chat head that fails validation; undefined if even its id is missing. */
export function damagedHead(row: unknown): ChatSession | undefined {
  if (!isRecord(row)) return undefined;
  const { id, topic, preview, lastUpdate, messageCount, order, pinned, deletedAt } = row;
  const shown = { id, topic, preview, lastUpdate, messageCount, order, pinned, deletedAt, mask: { id: "damaged" } };
  const read = v.safeParse(sessionSchema, shown);
  return read.success ? { ...read.output, isDamaged: true } : undefined;
}
