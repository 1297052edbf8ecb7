import type { Mask } from "@/lib/chat/mask";
import { maskSchema } from "@/lib/chat/mask-schema";
import { modelSettings } from "@/lib/chat/model-settings";
import { readFields } from "@/lib/fields/fields";
import { contentId, sourceId } from "@/lib/import/content-id";
import { isNextChatMessage, readNextChatMessage } from "@/lib/import/nextchat/nextchat-message";
import { withProviderNames } from "@/lib/import/nextchat/nextchat-model-config";
import type { StepContext } from "@/lib/import/nextchat/nextchat-step";
import { topicOf } from "@/lib/import/nextchat/nextchat-topics";
import { withValidFields } from "@/lib/import/valid-fields";
import { isRecord, type JsonRecord, listOf, recordOf } from "@/lib/json";
import * as z from "@/lib/zod";

/** Optional fields of a mask; invalid ones are dropped. */
const optionalFields = {
  description: z.string(),
  category: z.string(),
  hideContext: z.boolean(),
  enableArtifacts: z.boolean(),
  enableCodeFold: z.boolean(),
};

/**
 * Reads a mask of NextChat, from its store or from a chat. Missing settings are the file's own global ones.
 *
 * @param fallbackId used if the mask has no id, or the shared id of old empty masks
 */
export function readNextChatMask(stored: JsonRecord, fallbackId: string, { context, modelConfig }: StepContext): Mask {
  const own = recordOf(stored.modelConfig);
  const settings = withProviderNames({ ...context.modelConfig, ...modelConfig, ...own }, context);
  const id = sourceId(stored.id) ?? fallbackId;
  return z.parse(maskSchema, {
    lang: context.lang,
    // A mask from before this setting existed never followed the global settings (NextChat, May 2023).
    syncGlobalConfig: !isRecord(stored.modelConfig),
    ...withValidFields(stored, optionalFields),
    id: id === emptyMaskId ? fallbackId : id,
    name: topicOf(stored.name),
    context: listOf(stored.context).flatMap((message, place) => {
      if (!isNextChatMessage(message)) return [];
      const messageId = sourceId(message.id) ?? contentId(place, message.role, message.content);
      return [readNextChatMessage(message, { id: messageId, date: 0 }, context)];
    }),
    plugin: listOf(stored.plugin).filter((plugin) => typeof plugin === "string"),
    modelConfig: { ...own, ...readFields(modelSettings, settings) },
  });
}

/** The id of all empty masks before version 2 of the masks. */
const emptyMaskId = "1145141919810";
