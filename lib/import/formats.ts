import { bigAgi } from "@/lib/import/big-agi";
import { characterCard } from "@/lib/import/character-card";
import { chatbotUi } from "@/lib/import/chatbot-ui";
import { chatbox } from "@/lib/import/chatbox";
import { chatGpt } from "@/lib/import/chatgpt";
import { cherryStudio } from "@/lib/import/cherry-studio";
import { claude } from "@/lib/import/claude";
import { deepSeek } from "@/lib/import/deepseek";
import { grok } from "@/lib/import/grok";
import type { Format } from "@/lib/import/imported";
import { libreChat } from "@/lib/import/librechat";
import { lobeChat } from "@/lib/import/lobechat";
import { nextChat } from "@/lib/import/nextchat/nextchat";
import { nextChatSingle } from "@/lib/import/nextchat/nextchat-chat";
import { nextChatMasks } from "@/lib/import/nextchat/nextchat-mask-file";
import { nextChatPrompts } from "@/lib/import/nextchat/nextchat-prompt-file";
import { openWebUi } from "@/lib/import/open-webui";
import { parley } from "@/lib/import/parley";
import { shareGpt } from "@/lib/import/sharegpt";
import { sillyTavern } from "@/lib/import/silly-tavern";
import { typingMind } from "@/lib/import/typingmind";

/**
 * All supported file formats. The first one that detects a file by its top level reads it. LobeChat comes before
 * NextChat, because both have a `state` with sessions, and DeepSeek before ChatGPT, whose tree format it uses.
 */
export const formats: readonly Format[] = [
  parley,
  lobeChat,
  nextChat,
  nextChatPrompts,
  nextChatMasks,
  nextChatSingle,
  deepSeek,
  chatGpt,
  claude,
  libreChat,
  openWebUi,
  cherryStudio,
  grok,
  bigAgi,
  chatbotUi,
  typingMind,
  characterCard,
  sillyTavern,
  shareGpt,
  chatbox,
];

/** Returns the format of a file; for a list, that of the first item that any format detects. */
export function formatOf(value: unknown): Format | undefined {
  if (!Array.isArray(value)) return formats.find(({ detects }) => detects(value));
  for (const item of value) {
    const format = formats.find(({ detects }) => detects([item]));
    if (format) return format;
  }
  return undefined;
}
