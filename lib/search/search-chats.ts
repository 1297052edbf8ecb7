import type { Role } from "@/lib/chat/message";
import type { IndexedMessage, MessageIndex } from "@/lib/search/message-index";
import { parseQuery } from "@/lib/search/query";
import type { Vocabulary } from "@/lib/search/similar-words";

/** Filters of a search; absent ones are not applied. */
export interface SearchFilter {
  readonly sessionId?: string | undefined;
  readonly role?: Role | undefined;
  readonly model?: string | undefined;
  /** First and last time of a message, in milliseconds since the epoch. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** A chat in the search. */
export interface SearchedChat {
  /** Its title, folded. */
  readonly title: string;
  readonly lastUpdate: number;
}

/** A chat with matches. */
export interface FoundChat {
  readonly sessionId: string;
  /** Number of its matching messages; 0 if only its title matches. */
  readonly count: number;
  /** The newest matching message. */
  readonly messageId?: string | undefined;
  readonly date: number;
  /** Whether it only contains words that are similar to the search words. */
  readonly isSimilar: boolean;
}

/** The result of a search, the best chats first. */
export interface Findings {
  /** The folded search texts, including similar words. */
  readonly wanted: readonly string[];
  /** Chats with exact matches, then those with similar words. */
  readonly chats: readonly FoundChat[];
  /** Number of chats with exact matches. */
  readonly chatCount: number;
  /** Number of exactly matching messages; a chat of which only the title matches counts as one. */
  readonly matchCount: number;
}

interface Searched {
  readonly index: MessageIndex;
  readonly vocabulary: Vocabulary;
  /** Existing chats; messages of other chats are ignored. */
  readonly chats: ReadonlyMap<string, SearchedChat>;
}

/** Number of exact results below which similar words are searched, too. */
const fewChats = 3;

/**
 * Finds chats whose title, or one message, contains every word: title matches first, then by the newest matching
 * message. If there are few, chats with similar words follow.
 */
export function searchChats(searched: Searched, words: string, filter: SearchFilter): Findings {
  const wanted = parseQuery(words);
  if (wanted.length === 0) return { wanted, chats: [], chatCount: 0, matchCount: 0 };
  const exact = chatsWith(
    searched,
    wanted.map((text) => [text]),
    filter,
  );
  const similar = exact.length < fewChats ? similarWords(searched.vocabulary, wanted) : undefined;
  const known = new Set(exact.map(({ sessionId }) => sessionId));
  const others = similar
    ? chatsWith(searched, similar, filter).flatMap((chat) =>
        known.has(chat.sessionId) ? [] : [{ ...chat, isSimilar: true }],
      )
    : [];
  return {
    wanted: others.length > 0 ? [...new Set(similar?.flat())] : wanted,
    chats: [...exact, ...others],
    chatCount: exact.length,
    matchCount: exact.reduce((sum, { count }) => sum + Math.max(count, 1), 0),
  };
}

/** Returns each word with its similar words; undefined if there are none. */
function similarWords(vocabulary: Vocabulary, wanted: readonly string[]): string[][] | undefined {
  const rows = wanted.map((text) => [text, ...vocabulary.similarTo(text)]);
  return rows.some((row) => row.length > 1) ? rows : undefined;
}

function chatsWith(
  { index, chats }: Searched,
  rows: readonly (readonly string[])[],
  filter: SearchFilter,
): FoundChat[] {
  const found = new Map<string, { count: number; newest: IndexedMessage }>();
  for (const message of index.find(rows, (each) => chats.has(each.sessionId) && passes(each, filter))) {
    const chat = found.get(message.sessionId);
    if (!chat) found.set(message.sessionId, { count: 1, newest: message });
    else {
      chat.count += 1;
      if (isNewer(message, chat.newest)) chat.newest = message;
    }
  }
  const titled = isOfMessages(filter) ? [] : chatsTitled(chats, rows, filter);
  const isTitled = new Set(titled);
  return [...new Set([...titled, ...found.keys()])]
    .map((sessionId) => {
      const { count = 0, newest } = found.get(sessionId) ?? {};
      const date = newest?.date ?? chats.get(sessionId)?.lastUpdate ?? 0;
      return { sessionId, count, messageId: newest?.id, date, isSimilar: false };
    })
    .sort(
      (one, other) =>
        Number(isTitled.has(other.sessionId)) - Number(isTitled.has(one.sessionId)) ||
        other.date - one.date ||
        (one.sessionId < other.sessionId ? -1 : 1),
    );
}

function chatsTitled(
  chats: ReadonlyMap<string, SearchedChat>,
  rows: readonly (readonly string[])[],
  { sessionId }: SearchFilter,
): string[] {
  return [...chats]
    .filter(([id]) => sessionId === undefined || sessionId === id)
    .filter(([, { title }]) => rows.every((texts) => texts.some((text) => title.includes(text))))
    .map(([id]) => id);
}

/** Whether a filter applies to messages only. */
function isOfMessages({ role, model, from, to }: SearchFilter): boolean {
  return role !== undefined || model !== undefined || from !== undefined || to !== undefined;
}

function passes(message: IndexedMessage, { sessionId, role, model, from, to }: SearchFilter): boolean {
  return (
    (sessionId === undefined || message.sessionId === sessionId) &&
    (role === undefined || message.role === role) &&
    (model === undefined || message.model === model) &&
    (from === undefined || message.date >= from) &&
    (to === undefined || message.date <= to)
  );
}

/** Whether a message is newer; at equal times, ids decide, so that results are deterministic. */
function isNewer(one: IndexedMessage, other: IndexedMessage): boolean {
  return one.date === other.date ? one.id > other.id : one.date > other.date;
}
