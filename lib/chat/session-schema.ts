import { maskSchema } from "@/lib/chat/mask-schema";
import type { ChatSession } from "@/lib/chat/session";
import { readTags } from "@/lib/chat/tags";
import { storedCount, storedOrder, storedTime } from "@/lib/fields/stored-schemas";
import * as z from "@/lib/zod";

/** Reads a chat head that this version stored. Unknown fields are retained. */
export const sessionSchema: z.ZodMiniType<ChatSession> = z.looseObject({
  id: z.string().check(z.minLength(1)),
  topic: z.catch(z.string(), ""),
  preview: z.catch(z.optional(z.string()), undefined),
  memoryPrompt: z.catch(z.string(), ""),
  lastUpdate: z.catch(storedTime, 0),
  lastSummarizeIndex: z.catch(storedCount, 0),
  clearContextIndex: z.catch(z.optional(storedCount), undefined),
  mask: maskSchema,
  messageCount: z.catch(storedCount, 0),
  order: z.catch(storedOrder, 0),
  pinned: z.catch(z.optional(z.boolean()), undefined),
  projectId: z.catch(z.optional(z.string().check(z.minLength(1))), undefined),
  tags: z.optional(z.pipe(z.unknown(), z.transform(readTags))),
  enableFacts: z.catch(z.optional(z.boolean()), undefined),
  deletedAt: z.catch(z.optional(storedTime), undefined),
});
