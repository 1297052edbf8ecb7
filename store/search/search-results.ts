import { excerptOf, markedText, type Piece } from "@/lib/search/excerpt";
import type { Findings, SearchedChat } from "@/lib/search/search-chats";
import { searchableTexts } from "@/lib/search/searchable-text";
import type { MessageRecord } from "@/lib/storage/catalogue";
import { recordOf } from "@/store/search/scan";
import type { SearchIndex } from "@/store/search/search-index";
import type { Search, SearchResults } from "@/store/search/search-messages";

export interface ArchivedChat extends SearchedChat {
  /** The display name of the speaker. */
  readonly name: string;
}

/** The state of a search. */
interface SearchState {
  readonly search: Search;
  readonly isScanned: boolean;
  readonly findings: Findings;
  /** Messages for excerpts that are in memory, by id. */
  readonly quoted: ReadonlyMap<string, MessageRecord>;
}

/** Returns the results of a search as they are shown; reads the messages for excerpts. */
export async function resultsOf(
  { search, isScanned, findings, quoted }: SearchState,
  chats: ReadonlyMap<string, ArchivedChat>,
  index: SearchIndex,
): Promise<SearchResults> {
  const shown = findings.chats.slice(0, search.most);
  const isComplete = index.isComplete() && isScanned;
  const isRebuilding = index.isRebuilding();
  const models = [...index.models].sort();
  const others = shown.flatMap(({ messageId }) => messageId ?? []).filter((id) => !quoted.has(id));
  const read = others.length > 0 ? await index.read(others) : [];
  const byId = new Map([...quoted, ...read.map(({ id, row }) => [id, recordOf(row)] as const)]);
  return {
    words: search.words,
    chats: shown.map(({ messageId, ...chat }) => ({
      ...chat,
      messageId,
      title: markedText(chats.get(chat.sessionId)?.name ?? "", findings.wanted),
      excerpt: excerptFrom(byId.get(messageId ?? ""), findings.wanted),
    })),
    foundCount: findings.chats.length,
    chatCount: findings.chatCount,
    matchCount: findings.matchCount,
    models,
    areModelsKnown: index.isComplete(),
    isComplete,
    isRebuilding,
  };
}

/** Returns an excerpt of a message around the searched words; empty if the message is gone. */
function excerptFrom(message: MessageRecord | undefined, wanted: readonly string[]): Piece[] {
  const quotes = (message ? searchableTexts(message) : []).map((text) => excerptOf(text, wanted));
  return quotes.find((pieces) => pieces.some(({ isMarked }) => isMarked)) ?? quotes[0] ?? [];
}
