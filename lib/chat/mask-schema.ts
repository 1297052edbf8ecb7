import { type Mask, modelAvatar, readModelConfig } from "@/lib/chat/mask";
import { messageSchema } from "@/lib/chat/message-schema";
import { storedTime } from "@/lib/fields/stored-schemas";
import * as z from "@/lib/zod";

/** Reads a mask that this version stored. Unknown fields are retained, also in the model settings. */
export const maskSchema: z.ZodMiniType<Mask> = z.looseObject({
  id: z.string(),
  createdAt: z.catch(storedTime, 0),
  avatar: z.catch(z.string(), modelAvatar),
  name: z.catch(z.string(), ""),
  description: z.catch(z.optional(z.string()), undefined),
  category: z.catch(z.optional(z.string()), undefined),
  context: z.catch(z.array(messageSchema), []),
  hideContext: z.optional(z.boolean()),
  syncGlobalConfig: z.catch(z.boolean(), true),
  modelConfig: z.prefault(z.pipe(z.unknown(), z.transform(readModelConfig)), {}),
  lang: z.catch(z.string(), "en"),
  builtin: z.catch(z.boolean(), false),
  plugin: z.catch(z.array(z.string()), []),
  toolsOff: z.catch(z.optional(z.record(z.string(), z.array(z.string()))), undefined),
  toolsAsText: z.catch(z.optional(z.boolean()), undefined),
  webSearch: z.catch(z.optional(z.boolean()), undefined),
  knowledge: z.catch(z.optional(z.string()), undefined),
  enableArtifacts: z.optional(z.boolean()),
  enableCodeFold: z.optional(z.boolean()),
});
