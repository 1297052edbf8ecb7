import type { StoredDocument } from "@/lib/chat/text-file";

/** Maximum tokens of the passages that are sent with a question. */
export const maxPassageTokens = 8_000;

/** Share of a model's context that whole documents may fill. */
const wholeShare = 0.4;

/** Context size of models whose size is not known, in tokens. */
const assumedWindow = 32_000;

/** Maximum number of pages of a document that are sent as images. */
export const maxPageImages = 20;

/** Number of pages that are sent as images unless the user chooses others. Vercel takes requests of up to 4.5 MB. */
const usualPageImages = 10;

/** Starts the sent part of a document whose pages are sent as images. */
const imagesPrefix = "images ";

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
  const isWhole = ({ sent }: Pick<StoredDocument, "sent">) =>
    sent === "whole" || sent === "file" || imageRanges(sent) !== undefined;
  const taken = others.reduce((sum, each) => sum + (isWhole(each) ? sentTokens(each) : 0), 0);
  return taken + tokens <= window * wholeShare ? "whole" : "passages";
}

/** Estimates the tokens that a document adds to a request. */
export function sentTokens({ pages, tokens, sent }: Pick<StoredDocument, "pages" | "tokens" | "sent">): number {
  if (sent === "whole") return tokens;
  if (sent === "file") return tokens + Math.max(1, pages) * pageImageTokens;
  if (sent === "passages") return Math.min(tokens, maxPassageTokens);
  const images = pagesAsImages({ pages, sent });
  const count = images?.length ?? Math.min(countPages(sent), pages);
  return Math.round((tokens * count) / Math.max(1, pages)) + (images ? count * pageImageTokens : 0);
}

/** Returns the sent part of a document whose pages are sent as images. */
export function asImages(ranges: string): string {
  return imagesPrefix + ranges;
}

/** Returns the sent part of a document whose first ten pages are sent as images. */
export function firstPagesAsImages(pages: number): string {
  return asImages(pageRanges(Array.from({ length: Math.min(pages, usualPageImages) }, (_, index) => index + 1)));
}

/** Returns the ranges of pages that are sent as images, such as `1-3, 7`; undefined if another part is sent. */
export function imageRanges(sent: string): string | undefined {
  return sent.startsWith(imagesPrefix) ? sent.slice(imagesPrefix.length) : undefined;
}

/** Returns the pages that are sent as images, from 1 and at most `maxPageImages`; undefined if another part is sent. */
export function pagesAsImages({ pages, sent }: Pick<StoredDocument, "pages" | "sent">): number[] | undefined {
  const ranges = imageRanges(sent);
  if (ranges === undefined) return undefined;
  const numbers: number[] = [];
  for (const range of ranges.split(",")) {
    const [first = 0, last = first] = range.split("-").map(Number);
    for (let page = Math.max(1, first); page <= Math.min(last, pages); page++) {
      if (numbers.length < maxPageImages) numbers.push(page);
      else return numbers;
    }
  }
  return numbers;
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
