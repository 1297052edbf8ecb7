import { brand } from "@/lib/platform/brand";
import type { ImportReport } from "@/store/data/import-messages";

type FormatId = ImportReport["format"];

const names: Readonly<Partial<Record<FormatId, string>>> = {
  deepseek: "DeepSeek",
  chatgpt: "ChatGPT",
  claude: "Claude",
  librechat: "LibreChat",
  "open-webui": "Open WebUI",
  lobechat: "LobeChat",
  "cherry-studio": "Cherry Studio",
  "big-agi": "big-AGI",
  "chatbot-ui": "Chatbot UI",
  typingmind: "TypingMind",
  "silly-tavern": "SillyTavern",
  "character-card": "SillyTavern",
  sharegpt: "ShareGPT",
  chatbox: "Chatbox",
  grok: "Grok",
};

/** Returns the name of the product that writes a format. All NextChat formats have that name. */
export function formatName(format: FormatId): string {
  return format === "parley" ? brand.name : (names[format] ?? "NextChat");
}
