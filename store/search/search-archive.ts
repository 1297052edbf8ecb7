import { foldText } from "@/lib/chat/fold-text";
import { type ChatSession, titleOf } from "@/lib/chat/session";
import type { Database } from "@/lib/storage/database";
import type { ChangedRecords } from "@/store/records/journal";
import { OpenSearch } from "@/store/search/open-search";
import { partsOf } from "@/store/search/parts";
import type { ReadMessage } from "@/store/search/read-message";
import { createSearchIndex } from "@/store/search/search-index";
import type { Search, SearchResults } from "@/store/search/search-messages";
import type { ArchivedChat } from "@/store/search/search-results";

/** The search over all chats in the database. */
export interface SearchArchive {
  /** Brings the index up to date. */
  update(): Promise<void>;
  /** Applies records that changed in the database. */
  take(changed: Pick<ChangedRecords, "sessions" | "messages" | "removed">): Promise<void>;
  /**
   * Starts a search. `onResults` is called with the first results, while more are found, and after changes, until the
   * search is closed.
   */
  search(search: Search, onResults: (results: SearchResults) => void): RunningSearch;
}

export interface RunningSearch {
  /** Resolves when everything in the index was searched. */
  readonly done: Promise<void>;
  close(): void;
}

/** Number of chats that are read at once after changes. */
const chatsAtOnce = 500;

/** Maximum number of changed messages that are compared with searches before they are in the index. */
const maxCompared = 1000;

/** Creates an archive; its index and chats are read at once. */
export function createArchive(
  database: Pick<Database, "readSessions" | "readSome" | "searchIndex">,
  pause: () => Promise<void>,
): SearchArchive {
  const chats = new Map<string, ArchivedChat>();
  const searches = new Set<OpenSearch>();
  const opening = open();
  // A failure is reported by each call that awaits it.
  opening.catch(() => undefined);

  async function open() {
    const rows = await database.searchIndex();
    const index = createSearchIndex(rows, { onAdded: compareWithAll, onReplaced: restartAll, pause });
    for await (const { records } of database.readSessions()) for (const session of records) putChat(chats, session);
    return index;
  }

  function compareWithAll(messages: readonly ReadMessage[]): void {
    for (const search of searches) search.compare(messages);
  }

  function restartAll(): void {
    for (const search of searches) search.restart();
  }

  async function finishAll(): Promise<void> {
    for (const search of [...searches]) if (search.isScanned) await search.finish();
  }

  return {
    async update() {
      const index = await opening;
      await index.update();
      await finishAll();
    },
    async take({ sessions, messages, removed }) {
      const index = await opening;
      for (const some of partsOf(sessions, chatsAtOnce)) {
        const found = await database.readSome({ sessions: some, messages: [] });
        for (const session of found.sessions) putChat(chats, session);
      }
      const announced = [...messages, ...removed].map(({ id }) => id);
      const changed = [...new Set([...announced, ...(await index.readChanged())])];
      // Imports change many messages, which are compared when they are added to the index.
      if (searches.size > 0 && changed.length <= maxCompared) compareWithAll(await index.read(changed));
      await finishAll();
    },
    search(search, onResults) {
      const opened = new OpenSearch({ chats, opening }, search, onResults);
      searches.add(opened);
      return {
        done: opened.run(),
        close() {
          opened.close();
          searches.delete(opened);
        },
      };
    },
  };
}

function putChat(chats: Map<string, ArchivedChat>, session: ChatSession): void {
  const name = titleOf(session, "");
  if (session.deletedAt !== undefined) chats.delete(session.id);
  else chats.set(session.id, { name, title: foldText(name), lastUpdate: session.lastUpdate });
}
