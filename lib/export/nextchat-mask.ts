import type { Mask } from "@/lib/chat/mask";
import { maskSchema } from "@/lib/chat/mask-schema";
import { nextChatMessage } from "@/lib/export/nextchat-message";
import { isRecord } from "@/lib/json";
import * as z from "@/lib/zod";

/** NextChat's title for untitled chats and masks; NextChat requires one. */
export const untitled = "New Conversation";

/** Returns a mask in NextChat's format, for a chat, a list or a file. */
export function nextChatMask(mask: Mask): object {
  return { ...mask, name: mask.name || untitled, context: mask.context.map(nextChatMessage) };
}

/** Returns the stored masks in NextChat's format. */
export function nextChatMaskStore(state: Readonly<Record<string, unknown>>): object {
  const masks = isRecord(state.masks) ? state.masks : {};
  const written = Object.entries(masks).map(([id, stored]) => {
    const read = z.safeParse(maskSchema, stored);
    return [id, read.success ? nextChatMask(read.data) : stored] as const;
  });
  return { ...state, masks: Object.fromEntries(written) };
}
