import * as v from "valibot";
import { foldText } from "@/lib/chat/fold-text";
import { type ChatSession, titleOf } from "@/lib/chat/session";
import { excerptOf, markedText, type Piece } from "@/lib/search/excerpt";
import { createMessageIndex } from "@/lib/search/message-index";
import { type SearchedChat, searchChats } from "@/lib/search/search-chats";
import { searchableText, searchableTexts } from "@/lib/search/searchable-text";
import { createVocabulary } from "@/lib/search/similar-words";
import { catalogue, isShown, type MessageRecord } from "@/lib/storage/catalogue";
import type { Database } from "@/lib/storage/database";
import type { ChangedRecords } from "@/store/records/journal";
import type { Search, SearchResults } from "@/store/search/search-messages";

/** The searchable index of all chats in the database. */
export interface SearchArchive {
  /** Reads everything in batches of some hundred records; `onPart` is awaited after each. */
  readAll(onPart: () => Promise<void> | void): Promise<void>;
  /** Updates the index with records that changed in the database. */
  take(changed: ChangedRecords): Promise<void>;
  find(search: Search): Promise<SearchResults>;
}

interface ArchivedChat extends SearchedChat {
  /** The display name of the speaker. */
  readonly name: string;
}

/** Number of changed records that are read at once. */
const recordsAtOnce = 500;

/** Creates an empty archive. */
export function createArchive(database: Pick<Database, "readSessions" | "readRows" | "readSome">): SearchArchive {
  const index = createMessageIndex();
  const vocabulary = createVocabulary();
  const chats = new Map<string, ArchivedChat>();
  const models = new Set<string>();
  let isComplete = false;

  function putChat(session: ChatSession): void {
    const name = titleOf(session, "");
    if (session.deletedAt !== undefined) chats.delete(session.id);
    else chats.set(session.id, { name, title: foldText(name), lastUpdate: session.lastUpdate });
  }

  function putMessage(record: MessageRecord): void {
    // Hidden versions are not on the shown path, so a result could not be opened.
    if (!isShown(record)) {
      index.remove(record.id);
      return;
    }
    const { id, sessionId, role, model, date } = record;
    const text = searchableText(record);
    if (model !== undefined) models.add(model);
    vocabulary.add(text);
    index.put({ id, sessionId, role, model, date, text });
  }

  async function take({ sessions, messages, removed }: ChangedRecords): Promise<void> {
    for (const { id } of removed) index.remove(id);
    for (let start = 0; start < Math.max(sessions.length, messages.length); start += recordsAtOnce) {
      const end = start + recordsAtOnce;
      const ids = messages.slice(start, end).map(({ id }) => id);
      const found = await database.readSome({ sessions: sessions.slice(start, end), messages: ids });
      found.sessions.forEach(putChat);
      const present = new Set(found.messages.map(({ id }) => id));
      for (const id of ids) if (!present.has(id)) index.remove(id);
      found.messages.forEach(putMessage);
    }
  }

  return {
    async readAll(onPart) {
      for await (const { records } of database.readSessions()) records.forEach(putChat);
      for await (const rows of database.readRows("messages")) {
        for (const row of rows) {
          // Rows that fail validation are reported when their chat is opened.
          const parsed = v.safeParse(catalogue.messages.schema, row);
          if (parsed.success) putMessage(parsed.output);
        }
        await onPart();
      }
      isComplete = true;
    },
    take,
    async find({ words, filter, most }) {
      const found = searchChats({ index, vocabulary, chats }, words, filter);
      const shown = found.chats.slice(0, most);
      const ids = shown.flatMap(({ messageId }) => messageId ?? []);
      const { messages } = await database.readSome({ sessions: [], messages: ids });
      const byId = new Map(messages.map((message) => [message.id, message]));
      return {
        words,
        chats: shown.map(({ messageId, ...chat }) => ({
          ...chat,
          messageId,
          title: markedText(chats.get(chat.sessionId)?.name ?? "", found.wanted),
          excerpt: excerptFrom(byId.get(messageId ?? ""), found.wanted),
        })),
        foundCount: found.chats.length,
        chatCount: found.chatCount,
        matchCount: found.matchCount,
        models: [...models].sort(),
        isComplete,
      };
    },
  };
}

/** Returns an excerpt of a message around the searched words; empty if the message is gone. */
function excerptFrom(message: MessageRecord | undefined, wanted: readonly string[]): Piece[] {
  const quotes = (message ? searchableTexts(message) : []).map((text) => excerptOf(text, wanted));
  return quotes.find((pieces) => pieces.some(({ isMarked }) => isMarked)) ?? quotes[0] ?? [];
}
