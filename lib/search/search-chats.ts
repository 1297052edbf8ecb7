import type { Role } from "@/lib/chat/message";
import type { IndexedMessage, MessageIndex } from "@/lib/search/message-index";
import { parseQuery } from "@/lib/search/query";
import type { Vocabulary } from "@/lib/search/similar-words";

/** What a search is narrowed to; what is absent is not asked for. */
export interface SearchFilter {
  readonly sessionId?: string | undefined;
  readonly role?: Role | undefined;
  readonly model?: string | undefined;
  /** The first and the last moment of a message's date, in milliseconds since the epoch. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** A chat as the search knows it. */
export interface SearchedChat {
  /** Its title, folded. */
  readonly title: string;
  readonly lastUpdate: number;
}

/** What was found of a chat. */
export interface FoundChat {
  readonly sessionId: string;
  /** How many of its messages were found; none where only its title was. */
  readonly count: number;
  /** The newest of them. */
  readonly messageId?: string | undefined;
  readonly date: number;
  /** True: it holds only words that are like those that were looked for. */
  readonly isSimilar: boolean;
}

/** All that a search has found, the best chats first. */
export interface Findings {
  /** What was looked for, folded; similar words among it. */
  readonly wanted: readonly string[];
  /** Those with the words themselves, then those with similar ones. */
  readonly chats: readonly FoundChat[];
  /** How many chats hold the words themselves. */
  readonly chatCount: number;
  /** How many messages do; a chat of which only the title does counts as one. */
  readonly matchCount: number;
}

interface Searched {
  readonly index: MessageIndex;
  readonly vocabulary: Vocabulary;
  /** The chats that are there; messages of others are not found. */
  readonly chats: ReadonlyMap<string, SearchedChat>;
}

/** With fewer chats than these, words that are written nearly alike are looked for, too. */
const fewChats = 3;

/**
 * Finds the chats whose title, or one message, holds every word: those with the title first, then by the newest message
 * that was found. Of few, similar words are looked for behind them.
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

/** Returns each word with those like it; nothing where there are none. */
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

/** Whether a filter asks for something that only messages have. */
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

/** Of two messages of one moment, ids decide, so that the same search answers the same. */
function isNewer(one: IndexedMessage, other: IndexedMessage): boolean {
  return one.date === other.date ? one.id > other.id : one.date > other.date;
}
