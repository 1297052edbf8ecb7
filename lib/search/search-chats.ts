import { foldText } from "@/lib/chat/fold-text";
import { type Content, type Role, textOf } from "@/lib/chat/message";
import type { Vocabulary } from "@/lib/search/similar-words";

/** Filters of a search; absent ones are not applied. */
export interface SearchFilter {
  readonly sessionId?: string | undefined;
  readonly role?: Role | undefined;
  readonly model?: string | undefined;
  /** The chats to search. */
  readonly sessionIds?: ReadonlySet<string>;
  /** A part of the model's name, folded. */
  readonly modelPart?: string;
  /** Whether a message must contain a block of code. */
  readonly hasCode?: true;
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

/** A message that is compared with a search. */
export interface SearchedMessage {
  readonly id: string;
  readonly sessionId: string;
  readonly role: Role;
  readonly model?: string | undefined;
  readonly date: number;
  readonly content?: Content;
}

/** A message that matches a search. */
export type MatchingMessage = Pick<SearchedMessage, "id" | "sessionId" | "date">;

/** The texts of a search: of each row, a message must contain at least one. All are folded. */
export type SearchRows = readonly (readonly string[])[];

/** Number of exact results below which similar words are searched, too. */
const fewChats = 3;

/** Whether similar words are searched, too, after all exact matches were found. */
export function needsSimilarWords(exact: readonly FoundChat[]): boolean {
  return exact.length < fewChats;
}

/** Returns each word with its similar words; undefined if there are none. */
export function similarRows(vocabulary: Vocabulary, wanted: readonly string[]): SearchRows | undefined {
  const rows = wanted.map((text) => [text, ...vocabulary.similarTo(text)]);
  return rows.some((row) => row.length > 1) ? rows : undefined;
}

/** Whether a folded text contains one text of every row. */
export function containsRows(text: string, rows: SearchRows): boolean {
  return rows.every((texts) => texts.some((wanted) => text.includes(wanted)));
}

/** Whether a message passes a filter. */
export function passesFilter(message: SearchedMessage, filter: SearchFilter): boolean {
  const { role, model, modelPart, hasCode, from, to } = filter;
  return (
    isSearchedChat(message.sessionId, filter) &&
    (role === undefined || message.role === role) &&
    (model === undefined || message.model === model) &&
    (modelPart === undefined || foldText(message.model ?? "").includes(modelPart)) &&
    (!hasCode || containsCode(message.content ?? "")) &&
    (from === undefined || message.date >= from) &&
    (to === undefined || message.date <= to)
  );
}

function isSearchedChat(id: string, { sessionId, sessionIds }: SearchFilter): boolean {
  return (sessionId === undefined || id === sessionId) && (sessionIds === undefined || sessionIds.has(id));
}

/** Whether a message contains a fenced block of code. */
function containsCode(content: Content): boolean {
  return /^[ \t>]*(?:```|~~~)/m.test(textOf({ content }));
}

/**
 * Returns the chats whose title, or one message, contains every row: title matches first, then by the newest matching
 * message. Messages of other than the given chats are ignored.
 */
export function chatsWith(
  chats: ReadonlyMap<string, SearchedChat>,
  matches: Iterable<MatchingMessage>,
  rows: SearchRows,
  filter: SearchFilter,
): FoundChat[] {
  const found = new Map<string, { count: number; newest: MatchingMessage }>();
  for (const message of matches) {
    if (!chats.has(message.sessionId)) continue;
    const chat = found.get(message.sessionId);
    if (!chat) found.set(message.sessionId, { count: 1, newest: message });
    else {
      chat.count += 1;
      if (isNewer(message, chat.newest)) chat.newest = message;
    }
  }
  // Without search words, all chats of a tag or project are found.
  const isUnasked = rows.length === 0 && filter.sessionIds === undefined;
  const titled = isUnasked || isOfMessages(filter) ? [] : chatsTitled(chats, rows, filter);
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

/** Returns the result of a search: the exact matches, followed by the chats that only contain similar words. */
export function findingsOf(
  wanted: readonly string[],
  exact: readonly FoundChat[],
  similar?: { readonly rows: SearchRows; readonly chats: readonly FoundChat[] },
): Findings {
  const known = new Set(exact.map(({ sessionId }) => sessionId));
  const others = (similar?.chats ?? []).flatMap((chat) =>
    known.has(chat.sessionId) ? [] : [{ ...chat, isSimilar: true }],
  );
  return {
    wanted: others.length > 0 ? [...new Set(similar?.rows.flat())] : wanted,
    chats: [...exact, ...others],
    chatCount: exact.length,
    matchCount: exact.reduce((sum, { count }) => sum + Math.max(count, 1), 0),
  };
}

function chatsTitled(chats: ReadonlyMap<string, SearchedChat>, rows: SearchRows, filter: SearchFilter): string[] {
  return [...chats]
    .filter(([id]) => isSearchedChat(id, filter))
    .filter(([, { title }]) => rows.every((texts) => texts.some((text) => title.includes(text))))
    .map(([id]) => id);
}

/** Whether a filter applies to messages only. */
export function isOfMessages({ role, model, modelPart, hasCode, from, to }: SearchFilter): boolean {
  return [role, model, modelPart, hasCode, from, to].some((each) => each !== undefined);
}

/** Whether a message is newer; at equal times, ids decide, so that results are deterministic. */
function isNewer(one: MatchingMessage, other: MatchingMessage): boolean {
  return one.date === other.date ? one.id > other.id : one.date > other.date;
}
