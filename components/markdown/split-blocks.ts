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
}

export const noBlocks: Blocks = { text: "", done: [], tail: "", base: 0 };

/**
 * Splits a text into blocks, from those of an earlier, shorter version of it.
 *
 * Markdown decides its block structure line by line, so everything before the last top-level block is final and only
 * the tail is parsed again: the cost of a frame follows the last block, not the whole reply.
 */
export function splitBlocks(previous: Blocks, text: string): Blocks {
  if (text === previous.text) return previous;
  const { done, base } = text.startsWith(previous.text) ? previous : noBlocks;
  const tail = text.slice(base);
  const nodes = fromMarkdown(tail, syntax).children;
  const starts = nodes.slice(1).flatMap((node) => node.position?.start.offset ?? []);
  const last = starts.at(-1) ?? 0;
  if (last === 0) return { text, done, tail, base };
  const finished = starts.map((end, index) => tail.slice(starts[index - 1] ?? 0, end));
  return { text, done: [...done, ...finished], tail: tail.slice(last), base: base + last };
}
