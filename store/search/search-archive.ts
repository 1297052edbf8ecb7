import { foldText } from "@/lib/chat/fold-text";
import { type ChatSession, titleOf } from "@/lib/chat/session";
import { excerptOf, markedText, type Piece } from "@/lib/search/excerpt";
import { parseQuery } from "@/lib/search/query";
import {
  chatsWith,
  containsRows,
  type FoundChat,
  findingsOf,
  isOfMessages,
  type MatchingMessage,
  needsSimilarWords,
  passesFilter,
  type SearchedChat,
  type SearchRows,
  similarRows,
} from "@/lib/search/search-chats";
import { searchableTexts } from "@/lib/search/searchable-text";
import { searchBits } from "@/lib/search/signature";
import { isShown, type MessageRecord } from "@/lib/storage/catalogue";
import type { Database } from "@/lib/storage/database";
import { readMessageRow } from "@/lib/storage/validate-rows";
import type { ChangedRecords } from "@/store/records/journal";
import type { ReadMessage } from "@/store/search/read-message";
import { createSearchIndex } from "@/store/search/search-index";
import type { Search, SearchResults } from "@/store/search/search-messages";

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

interface ArchivedChat extends SearchedChat {
  /** The display name of the speaker. */
  readonly name: string;
}

/** The messages that match the rows of a search, by id. */
interface Scan {
  readonly rows: SearchRows;
  readonly matches: Map<string, MatchingMessage>;
  /** The first of these messages, from which the results are quoted. */
  readonly quoted: Map<string, MessageRecord>;
}

/** Maximum number of matching messages that a search holds in memory. */
const maxQuoted = 50;

/** An open search. */
interface OpenSearch {
  readonly search: Search;
  readonly wanted: readonly string[];
  exact: Scan;
  similar: Scan | undefined;
  /** Whether all candidates in the index were compared. */
  isScanned: boolean;
  isClosed: boolean;
  reportedAt: number;
  /** The timer of the next report. */
  reporting: ReturnType<typeof setTimeout> | undefined;
  onResults(results: SearchResults): void;
}

/** Minimum time between two reports of a search, in milliseconds. */
const reportMs = 100;
/** Delay of the first report, in milliseconds: most searches are finished by then and report only once. */
const firstReportMs = 20;

/** Number of chats that are read at once after changes. */
const chatsAtOnce = 500;

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
    for await (const { records } of database.readSessions()) records.forEach(putChat);
    return index;
  }

  function putChat(session: ChatSession): void {
    const name = titleOf(session, "");
    if (session.deletedAt !== undefined) chats.delete(session.id);
    else chats.set(session.id, { name, title: foldText(name), lastUpdate: session.lastUpdate });
  }

  function compareWithAll(messages: readonly ReadMessage[]): void {
    for (const search of searches) {
      if (!comparesMessages(search)) continue;
      if (compare(search, search.exact, messages)) reportSoon(search);
      if (search.similar) compare(search, search.similar, messages);
    }
  }

  function restartAll(): void {
    for (const search of searches) {
      search.exact = scanOf(search.exact.rows);
      search.similar = undefined;
    }
  }

  /** Compares messages with a search. Returns whether its matches have changed. */
  function compare(
    { search: { filter } }: OpenSearch,
    { rows, matches, quoted }: Scan,
    messages: readonly ReadMessage[],
  ) {
    let isChanged = false;
    for (const { id, row, text } of messages) {
      const record = containsRows(text, rows) ? recordOf(row) : undefined;
      if (record && passesFilter(record, filter)) {
        matches.set(id, { id, sessionId: record.sessionId, date: record.date });
        if (quoted.size < maxQuoted || quoted.has(id)) quoted.set(id, record);
        isChanged = true;
      } else if (matches.delete(id)) {
        quoted.delete(id);
        isChanged = true;
      }
    }
    return isChanged;
  }

  async function scan(search: OpenSearch, scanned: Scan): Promise<void> {
    const index = await opening;
    const bits = scanned.rows.map((texts) => texts.map(searchBits));
    for await (const messages of index.candidates(bits, new Set())) {
      if (search.isClosed) return;
      if (compare(search, scanned, messages)) reportSoon(search);
    }
  }

  async function run(search: OpenSearch): Promise<void> {
    await opening;
    if (comparesMessages(search)) {
      if (exactChats(search).length > 0) reportSoon(search);
      await scan(search, search.exact);
    }
    search.isScanned = true;
    await finish(search);
  }

  /** Searches similar words once all exact matches were found, and reports the results. */
  async function finish(search: OpenSearch): Promise<void> {
    const index = await opening;
    if (index.isComplete() && search.isScanned && search.wanted.length > 0) {
      if (!needsSimilarWords(exactChats(search))) search.similar = undefined;
      else if (!search.similar) {
        const rows = similarRows(index.vocabulary(), search.wanted);
        if (rows) {
          const similar = scanOf(rows);
          await scan(search, similar);
          search.similar = similar;
        }
      }
    }
    await report(search);
  }

  function exactChats({ exact, search }: OpenSearch): FoundChat[] {
    return chatsWith(chats, exact.matches.values(), exact.rows, search.filter);
  }

  function reportSoon(search: OpenSearch): void {
    const wait = reportMs - (performance.now() - search.reportedAt);
    if (wait <= 0) void report(search).catch(() => undefined);
    else search.reporting ??= setTimeout(() => void report(search).catch(() => undefined), wait);
  }

  async function report(search: OpenSearch): Promise<void> {
    clearTimeout(search.reporting);
    search.reporting = undefined;
    if (search.isClosed) return;
    search.reportedAt = performance.now();
    const results = await resultsOf(search);
    if (!search.isClosed) search.onResults(results);
  }

  async function resultsOf(open: OpenSearch): Promise<SearchResults> {
    const index = await opening;
    const { search, similar, wanted } = open;
    const { filter, words, most } = search;
    const nearly = similar && {
      rows: similar.rows,
      chats: chatsWith(chats, similar.matches.values(), similar.rows, filter),
    };
    const found = findingsOf(wanted, exactChats(open), nearly);
    const shown = found.chats.slice(0, most);
    const isComplete = index.isComplete() && open.isScanned;
    const isRebuilding = index.isRebuilding();
    const models = [...index.models].sort();
    const ids = shown.flatMap(({ messageId }) => messageId ?? []);
    const quoted = new Map([...open.exact.quoted, ...(similar?.quoted ?? [])]);
    const others = ids.filter((id) => !quoted.has(id));
    const read = others.length > 0 ? await index.read(others) : [];
    const byId = new Map([...quoted, ...read.map(({ id, row }) => [id, recordOf(row)] as const)]);
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
      models,
      isComplete,
      isRebuilding,
    };
  }

  return {
    async update() {
      const index = await opening;
      await index.update();
      for (const search of [...searches]) if (search.isScanned) await finish(search);
    },
    async take({ sessions, messages, removed }) {
      const index = await opening;
      for (let start = 0; start < sessions.length; start += chatsAtOnce) {
        const found = await database.readSome({ sessions: sessions.slice(start, start + chatsAtOnce), messages: [] });
        found.sessions.forEach(putChat);
      }
      const announced = [...messages, ...removed].map(({ id }) => id);
      const changed = [...new Set([...announced, ...(await index.readChanged())])];
      // Imports change many messages, which are compared when they are added to the index.
      if (searches.size > 0 && changed.length <= maxCompared) compareWithAll(await index.read(changed));
      for (const search of [...searches]) if (search.isScanned) await finish(search);
    },
    search(search, onResults) {
      const wanted = parseQuery(search.words);
      const open: OpenSearch = {
        search,
        wanted,
        exact: scanOf(wanted.map((text) => [text])),
        similar: undefined,
        isScanned: false,
        isClosed: false,
        reportedAt: performance.now() - reportMs + firstReportMs,
        reporting: undefined,
        onResults,
      };
      searches.add(open);
      return {
        done: run(open),
        close() {
          open.isClosed = true;
          clearTimeout(open.reporting);
          searches.delete(open);
        },
      };
    },
  };
}

/** Maximum number of changed messages that are compared with searches before they are in the index. */
const maxCompared = 1000;

/** Whether a search finds messages. One with only tags or a project finds chats. */
function comparesMessages({ wanted, search }: Pick<OpenSearch, "wanted" | "search">): boolean {
  return wanted.length > 0 || isOfMessages(search.filter);
}

function scanOf(rows: SearchRows): Scan {
  return { rows, matches: new Map(), quoted: new Map() };
}

/** Returns a row as a record that can be shown; undefined if it is gone, hidden or damaged. */
function recordOf(row: unknown): MessageRecord | undefined {
  // Damaged rows are reported when their chat is opened.
  const record = readMessageRow(row);
  return record && isShown(record) ? record : undefined;
}

/** Returns an excerpt of a message around the searched words; empty if the message is gone. */
function excerptFrom(message: MessageRecord | undefined, wanted: readonly string[]): Piece[] {
  const quotes = (message ? searchableTexts(message) : []).map((text) => excerptOf(text, wanted));
  return quotes.find((pieces) => pieces.some(({ isMarked }) => isMarked)) ?? quotes[0] ?? [];
}
