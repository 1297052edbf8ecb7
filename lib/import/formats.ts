import { chatGpt } from "@/lib/import/chatgpt";
import { claude } from "@/lib/import/claude";
import type { Format, ImportContext, Imported, NotUnderstoodReason } from "@/lib/import/imported";
import { nextChat } from "@/lib/import/nextchat";
import { nextChatSingle } from "@/lib/import/nextchat-chat";
import { nextChatMasks } from "@/lib/import/nextchat-mask-file";
import { nextChatPrompts } from "@/lib/import/nextchat-prompt-file";
import { parley } from "@/lib/import/parley";
import { type JsonLimits, parseSafelyOrByLine } from "@/lib/import/safe-json";

/** The files that are read. The first that knows a file by its top level reads it, so that the order counts. */
export const formats: readonly Format[] = [
  parley,
  nextChat,
  nextChatPrompts,
  nextChatMasks,
  nextChatSingle,
  chatGpt,
  claude,
];

/** Answers the format of a parsed file. */
export function formatOf(value: unknown): Format | undefined {
  return formats.find(({ detects }) => detects(value));
}

/** What a file came to, or why nothing of it was read. */
export type ReadImport =
  | { readonly ok: true; readonly imported: Imported }
  | { readonly ok: false; readonly reason: NotUnderstoodReason };

/** Reads the text of a file of any known format; a refused file says why. Never throws. */
export function readImport(text: string, limits: JsonLimits, context: ImportContext): ReadImport {
  const parsed = parseSafelyOrByLine(text, limits);
  if (!parsed.ok) return parsed;
  const format = formatOf(parsed.value);
  if (!format) return { ok: false, reason: "unknown-format" };
  return { ok: true, imported: format.read(parsed.value, context) };
}
