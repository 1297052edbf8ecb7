import { chatAsJson, chatAsRequest, chatAsTrainingLine } from "@/lib/export/chat-json";
import { chatAsMarkdown } from "@/lib/export/chat-markdown";
import { chatAsPlainText } from "@/lib/export/chat-plain-text";
import type { ExportedChat } from "@/lib/export/exported-chat";

/** What can leave a chat, in the order of the choice. */
export const exportFormats = ["markdown", "image", "pdf", "html", "text", "json", "jsonl"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The formats that are a picture of the sheet; all others are texts. */
export const paperFormats = ["image", "pdf", "html"] as const satisfies readonly ExportFormat[];
export type TextFormat = Exclude<ExportFormat, (typeof paperFormats)[number]>;

/** Whether a format is made of text. */
export function isTextFormat(format: ExportFormat): format is TextFormat {
  return !(paperFormats as readonly ExportFormat[]).includes(format);
}

interface TextKind {
  readonly type: string;
  readonly ending: string;
  readonly write: (chat: ExportedChat) => string;
  /** How it is shown, where that is not how it is written. */
  readonly show?: (chat: ExportedChat) => string;
}

/** The formats of text: how each is written, and what its file is. */
export const textKinds: Readonly<Record<TextFormat, TextKind>> = {
  markdown: { type: "text/markdown", ending: "md", write: chatAsMarkdown },
  text: { type: "text/plain", ending: "txt", write: chatAsPlainText },
  json: {
    type: "application/json",
    ending: "json",
    write: chatAsJson,
    show: (chat) => JSON.stringify(chatAsRequest(chat), null, 2),
  },
  jsonl: { type: "application/jsonl", ending: "jsonl", write: chatAsTrainingLine },
};
