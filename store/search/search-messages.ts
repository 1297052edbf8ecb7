import type { ErrorCode } from "@/lib/errors";
import type { Piece } from "@/lib/search/excerpt";
import type { SearchFilter } from "@/lib/search/search-chats";

/** A search query with its filters. */
export interface Search {
  readonly words: string;
  readonly filter: SearchFilter;
  /** Maximum number of chats in the results, best first. */
  readonly most: number;
}

/** A message to the search worker. A search stays open until it is closed, and is answered again when data changes. */
export type SearchRequest =
  | { readonly type: "search"; readonly line: number; readonly number: number; readonly search: Search }
  | { readonly type: "close"; readonly line: number };

/** A chat in the results, as it is shown. */
export interface ChatResult {
  readonly sessionId: string;
  /** Number of its messages that match; 0 if only its title does. */
  readonly count: number;
  /** The id of the quoted message: the newest that matches. */
  readonly messageId?: string | undefined;
  readonly date: number;
  readonly isSimilar: boolean;
  readonly title: readonly Piece[];
  readonly excerpt: readonly Piece[];
}

/** The results of a search so far. */
export interface SearchResults {
  readonly words: string;
  readonly chats: readonly ChatResult[];
  /** Number of all matching chats, including those with similar words. */
  readonly foundCount: number;
  /** Number of chats that contain the exact words. */
  readonly chatCount: number;
  /** Number of messages that do; a chat of which only the title matches counts as one. */
  readonly matchCount: number;
  /** The models that have written messages, for the filter. */
  readonly models: readonly string[];
  /** True once these are all of them. */
  readonly areModelsKnown: boolean;
  /** True once all messages have been searched. */
  readonly isComplete: boolean;
  /** True while a damaged index, or one of another version, is being replaced. */
  readonly isRebuilding: boolean;
}

/** A message of the search worker; `updated` means that the stored index contains all messages. */
export type SearchAnswer =
  | { readonly type: "updated" }
  | { readonly type: "found"; readonly line: number; readonly number: number; readonly results: SearchResults }
  | { readonly type: "failed"; readonly code: ErrorCode; readonly details: Readonly<Record<string, string | number>> };
