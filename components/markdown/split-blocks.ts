import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { mathFromMarkdown } from "mdast-util-math";
import { gfm } from "micromark-extension-gfm";
import { math } from "micromark-extension-math";

const syntax = {
  extensions: [gfm(), math({ singleDollarTextMath: false })],
  mdastExtensions: [gfmFromMarkdown(), mathFromMarkdown()],
};

/** A text as Markdown blocks; all but the last are final while the text only grows. */
export interface Blocks {
  readonly text: string;
  /** The finished blocks, in order. */
  readonly done: readonly string[];
  /** What may still change: the last block. */
  readonly tail: string;
  /** Where the tail begins in the text. */
  readonly base: number;
  /** How long the tail was when it was last parsed. */
  readonly parsed: number;
}

export const noBlocks: Blocks = { text: "", done: [], tail: "", base: 0, parsed: 0 };

/** A tail longer than this, in characters, is parsed again only when it has grown by a quarter, or for the last time. */
const longTail = 20_000;

/**
 * Splits a text into blocks, from those of an earlier, shorter version of it.
 *
 * Markdown decides its block structure line by line, so everything before the last top-level block is final and only
 * the tail is parsed again: the cost of a frame follows the last block, not the whole reply.
 */
export function splitBlocks(previous: Blocks, text: string, isGrowing = false): Blocks {
  const isSame = text === previous.text;
  const { done, base, parsed } = text.startsWith(previous.text) ? previous : noBlocks;
  const tail = text.slice(base);
  if (isSame && (isGrowing || parsed === tail.length)) return previous;
  if (isGrowing && tail.length > longTail && tail.length < parsed * 1.25) return { text, done, tail, base, parsed };
  const nodes = fromMarkdown(tail, syntax).children;
  const starts = nodes.slice(1).flatMap((node) => node.position?.start.offset ?? []);
  const last = starts.at(-1) ?? 0;
  if (last === 0) return { text, done, tail, base, parsed: tail.length };
  const finished = starts.map((end, index) => tail.slice(starts[index - 1] ?? 0, end));
  const rest = tail.slice(last);
  return { text, done: [...done, ...finished], tail: rest, base: base + last, parsed: rest.length };
}
