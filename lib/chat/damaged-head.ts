import type { ChatSession } from "@/lib/chat/session";
import { sessionSchema } from "@/lib/chat/session-schema";
import { isRecord } from "@/lib/json";
import * as z from "@/lib/zod";

/** Returns the displayable fields of a stored chat head that fails validation; undefined if even its id is missing. */
export function damagedHead(row: unknown): ChatSession | undefined {
  if (!isRecord(row)) return undefined;
  const { id, topic, preview, lastUpdate, messageCount, order, pinned, projectId, deletedAt } = row;
  const shown = {
    id,
    topic,
    preview,
    lastUpdate,
    messageCount,
    order,
    pinned,
    projectId,
    deletedAt,
    mask: { id: "damaged" },
  };
  const read = z.safeParse(sessionSchema, shown);
  return read.success ? { ...read.data, isDamaged: true } : undefined;
}
