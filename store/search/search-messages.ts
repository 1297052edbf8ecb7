import type { ErrorCode } from "@/lib/errors";
import type { Piece } from "@/lib/search/excerpt";
import type { SearchFilter } from "@/lib/search/search-chats";

/** What is looked for. */
export interface Search {
  readonly words: string;
  readonly filter: SearchFilter;
  /** How many chats are answered, the best first. */
  readonly most: number;
}

/** What the page asks of the thread that searches. A search stays until it is closed: what changes meanwhile is told. */
export type SearchRequest =
  | { readonly type: "search"; readonly line: number; readonly number: number; readonly search: Search }
  | { readonly type: "close"; readonly line: number };

/** A chat that was found, as it is shown. */
export interface ChatResult {
  readonly sessionId: string;
  /** How many of its messages hold the words; none where only its title does. */
  readonly count: number;
  /** The message that is quoted: the newest of them. */
  readonly messageId?: string | undefined;
  readonly date: number;
  readonly isSimilar: boolean;
  readonly title: readonly Piece[];
  readonly excerpt: readonly Piece[];
}

/** What a search has found up to now. */
export interface SearchResults {
  readonly words: string;
  readonly chats: readonly ChatResult[];
  /** How many chats there are in all, those with similar words among them. */
  readonly foundCount: number;
  /** How many chats hold the words themselves. */
  readonly chatCount: number;
  /** How many messages do; a chat of which only the title does counts as one. */
  readonly matchCount: number;
  /** The models that have written, for the choice of one. */
  readonly models: readonly string[];
  /** True once all messages have been read. */
  readonly isComplete: boolean;
}

/** What it answers. */
export type SearchAnswer =
  | { readonly type: "found"; readonly line: number; readonly number: number; readonly results: SearchResults }
  | { readonly type: "failed"; readonly code: ErrorCode; readonly details: Readonly<Record<string, string | number>> };
