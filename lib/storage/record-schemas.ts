import { messageFields } from "@/lib/chat/message-schema";
import type { MessageRecord } from "@/lib/storage/catalogue";
import * as z from "@/lib/zod";

/** Reads a stored message with its chat and position. Unknown fields are retained. */
export const messageRecordSchema: z.ZodMiniType<MessageRecord> = z.looseObject({
  ...messageFields,
  sessionId: z.string(),
  seq: z.number(),
});
