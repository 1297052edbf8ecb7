import { chatOf, type DraftChat } from "@/lib/import/draft-chat";
import type {
  FormatId,
  ImportContext,
  Imported,
  ImportedChat,
  NotUnderstood,
  NotUnderstoodReason,
} from "@/lib/import/imported";
import { withUniqueIds } from "@/lib/import/unique-ids";
import { isRecord, type JsonRecord } from "@/lib/providers/json";

/** Tells that a piece of a chat was not understood; the path is within the chat (`messages[3]`). */
export type Tell = (path: string, reason: NotUnderstoodReason) => void;

/** One chat of a file; a reason where it is none. */
export type ReadDraft = Omit<DraftChat, "format"> | NotUnderstoodReason;

/**
 * Reads the chats of a file one by one. One that is broken, or holds no message, is left out and told of, and the
 * others are read.
 *
 * @param where the path of the list in the file; empty where the file is the list
 */
export function readChats(
  format: FormatId,
  { items, where = "" }: { readonly items: readonly unknown[]; readonly where?: string },
  draftOf: (item: JsonRecord, tell: Tell) => ReadDraft,
  context: ImportContext,
): Imported {
  const notUnderstood: NotUnderstood[] = [];
  const chats: ImportedChat[] = [];
  for (const [place, item] of items.entries()) {
    const here = `${where}[${place}]`;
    const tell: Tell = (path, reason) => notUnderstood.push({ where: path ? `${here}.${path}` : here, reason });
    const draft = isRecord(item) ? draftOf(item, tell) : "wrong-shape";
    if (typeof draft === "string") tell("", draft);
    else if (draft.messages.length === 0) tell("", "no-messages");
    else chats.push(chatOf({ format, ...draft }, context));
  }
  const unique = withUniqueIds(chats);
  return { format, chats: unique.chats, documents: {}, notUnderstood: [...notUnderstood, ...unique.duplicates] };
}
