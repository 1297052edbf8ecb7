import type { StoredDocument } from "@/lib/chat/text-file";

/** Maximum tokens of the passages that are sent with a question. */
export const maxPassageTokens = 8_000;

/** Share of a model's context that whole documents may fill. */
const wholeShare = 0.4;

/** Context size of models whose size is not known, in tokens. */
const assumedWindow = 32_000;

/**
 * Estimated tokens of the image of a page, which providers add to the text of an original file. Claude counts up to
 * about 1,600 tokens for an image. https://platform.claude.com/docs/en/build-with-claude/vision
 */
const pageImageTokens = 1_500;

/**
 * Returns the part of a new document that is sent unless the user chooses another: the whole text while it fits into the
 * model's context beside the documents that are attached already, or else passages.
 */
export function defaultPart(
  tokens: number,
  others: readonly Pick<StoredDocument, "pages" | "tokens" | "sent">[],
  window = assumedWindow,
): string {
  const taken = others.reduce((sum, each) => sum + (/^(whole|file)$/.test(each.sent) ? sentTokens(each) : 0), 0);
  return taken + tokens <= window * wholeShare ? "whole" : "passages";
}

/** Estimates the tokens that a document adds to a request. */
export function sentTokens({ pages, tokens, sent }: Pick<StoredDocument, "pages" | "tokens" | "sent">): number {
  if (sent === "whole") return tokens;
  if (sent === "file") return tokens + Math.max(1, pages) * pageImageTokens;
  if (sent === "passages") return Math.min(tokens, maxPassageTokens);
  return Math.round((tokens * Math.min(countPages(sent), pages)) / Math.max(1, pages));
}

/** Writes positions of pages as ranges, such as `1-3, 7`. */
export function pageRanges(pages: readonly number[]): string {
  const ranges: { first: number; last: number }[] = [];
  for (const page of pages) {
    const range = ranges.at(-1);
    if (range && page === range.last + 1) range.last = page;
    else ranges.push({ first: page, last: page });
  }
  return ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`)).join(", ");
}

/** Returns how many pages ranges such as `1-3, 7` name. */
export function countPages(ranges: string): number {
  let count = 0;
  for (const range of ranges.split(",")) {
    const [first = 0, last = first] = range.split("-").map(Number);
    if (last >= first) count += last - first + 1;
  }
  return count;
}
