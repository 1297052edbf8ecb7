import { chatOf, type DraftChat } from "@/lib/import/draft-chat";
import type {
  Format,
  FormatId,
  ImportContext,
  Imported,
  ImportedChat,
  ListReader,
  NotUnderstood,
  NotUnderstoodReason,
} from "@/lib/import/imported";
import { withUniqueIds } from "@/lib/import/unique-ids";
import { isRecord, type JsonRecord } from "@/lib/json";

/** Reports that a part of a chat was not imported; the path is relative to the chat (`messages[3]`). */
export type Report = (path: string, reason: NotUnderstoodReason) => void;

/** One chat of a file, or the reason that it is invalid. */
export type ReadDraft = Omit<DraftChat, "format"> | NotUnderstoodReason;

/** Reads one chat of a format; reported paths are relative to the chat. */
type DraftOf = (item: JsonRecord, report: Report) => ReadDraft;

/**
 * Reads the chats of a file one by one. Invalid chats and chats without messages are reported and skipped.
 *
 * @param where path of the list in the file; empty if the file is the list
 */
export function readChats(
  format: FormatId,
  { items, where = "" }: { readonly items: readonly unknown[]; readonly where?: string },
  draftOf: DraftOf,
  context: ImportContext,
): Imported {
  const reader = openChats(format, where, draftOf, context);
  for (const item of items) reader.take(item);
  return reader.end();
}

/** Creates a format whose files are lists of chats, or one chat. */
export function listFormat(id: FormatId, isChat: (item: unknown) => boolean, draftOf: DraftOf): Required<Format> {
  const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);
  return {
    id,
    detects: (top) => itemsOf(top).some(isChat),
    read: (value, context) => readChats(id, { items: itemsOf(value) }, draftOf, context),
    open: (context) => openChats(id, "", draftOf, context),
  };
}

function openChats(format: FormatId, where: string, draftOf: DraftOf, context: ImportContext): ListReader {
  const notUnderstood: NotUnderstood[] = [];
  const chats: ImportedChat[] = [];
  let place = 0;
  return {
    take(item) {
      const here = `${where}[${place}]`;
      place += 1;
      const report: Report = (path, reason) => notUnderstood.push({ where: path ? `${here}.${path}` : here, reason });
      const draft = isRecord(item) ? draftOf(item, report) : "wrong-shape";
      if (typeof draft === "string") report("", draft);
      else if (draft.messages.length === 0) report("", "no-messages");
      else chats.push(chatOf({ format, ...draft }, context));
    },
    end() {
      const unique = withUniqueIds(chats);
      return { format, chats: unique.chats, documents: {}, notUnderstood: [...notUnderstood, ...unique.duplicates] };
    },
  };
}
