import { chatAsJson, chatAsRequest, chatAsTrainingLine } from "@/lib/export/chat-json";
import { chatAsMarkdown } from "@/lib/export/chat-markdown";
import { chatAsPlainText } from "@/lib/export/chat-plain-text";
import type { ExportedChat } from "@/lib/export/exported-chat";

/** The export formats, in display order. */
export const exportFormats = ["markdown", "image", "pdf", "html", "text", "json", "jsonl"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The formats that are made from the rendered sheet; all others are text. */
export const paperFormats = ["image", "pdf", "html"] as const satisfies readonly ExportFormat[];
export type TextFormat = Exclude<ExportFormat, (typeof paperFormats)[number]>;

/** Whether a format is a text format. */
export function isTextFormat(format: ExportFormat): format is TextFormat {
  return !(paperFormats as readonly ExportFormat[]).includes(format);
}

interface TextKind {
  readonly type: string;
  readonly ending: string;
  readonly write: (chat: ExportedChat) => string;
  /** Returns the preview, if it differs from the file's text. */
  readonly show?: (chat: ExportedChat) => string;
}

/** The text formats: how each is written, and its file type. */
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
