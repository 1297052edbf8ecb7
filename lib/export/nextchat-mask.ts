import * as v from "valibot";
import { type Mask, maskSchema } from "@/lib/chat/mask";
import { nextChatMessage } from "@/lib/export/nextchat-message";
import { isRecord } from "@/lib/fields/fields";

/** What NextChat calls a chat or a mask without a title; it gives each one. */
export const untitled = "New Conversation";

/** Writes a mask as NextChat has it, in a chat, in its list or in a file of its own. */
export function nextChatMask(mask: Mask): object {
  return { ...mask, name: mask.name || untitled, context: mask.context.map(nextChatMessage) };
}

/** Writes the stored masks as NextChat stores them. */
export function nextChatMaskStore(state: Readonly<Record<string, unknown>>): object {
  const masks = isRecord(state.masks) ? state.masks : {};
  const written = Object.entries(masks).map(([id, stored]) => {
    const read = v.safeParse(maskSchema, stored);
    return [id, read.success ? nextChatMask(read.output) : stored] as const;
  });
  return { ...state, masks: Object.fromEntries(written) };
}
