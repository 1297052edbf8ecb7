import type { RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFootnoteFromMarkdown } from "mdast-util-gfm-footnote";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { mathFromMarkdown } from "mdast-util-math";
import { gfmFootnote } from "micromark-extension-gfm-footnote";
import { gfmTable } from "micromark-extension-gfm-table";
import { math } from "micromark-extension-math";
import { combineExtensions } from "micromark-util-combine-extensions";
import { type Definitions, labelsIn, noDefinitions, withDefinitions } from "@/lib/markdown/definitions";
import { isSimpleBlock, simpleBlockEnds, surelyNewBlock } from "@/lib/markdown/simple-blocks";
import { costlyLine, isTooCostly } from "@/lib/markdown/too-costly";

/** The parser's names of inline constructs: no block begins or ends with one. */
const withinLines = [
  "attention",
  "autolink",
  "codeText",
  "gfmFootnoteCall",
  "gfmPotentialFootnoteCall",
  "hardBreakEscape",
  "htmlText",
  "labelEnd",
  "labelStartImage",
  "labelStartLink",
  "mathText",
];

/** The extensions that decide where blocks begin. Without inline constructs, parsing takes a third of the time. */
const structure = {
  extensions: [combineExtensions([gfmTable(), gfmFootnote(), math(), { disable: { null: withinLines } }])],
  mdastExtensions: [gfmTableFromMarkdown(), gfmFootnoteFromMarkdown(), mathFromMarkdown()],
};

/** A text as Markdown blocks; all but the last are final while the text only grows. */
export interface Blocks {
  readonly text: string;
  /** The finished blocks, in order. */
  readonly done: readonly string[];
  /** The labels in each finished block that a definition elsewhere may resolve. */
  readonly labels: readonly (readonly string[])[];
  /** The definitions in the finished blocks. */
  readonly definitions: Definitions;
  /** The last block, which may still change. */
  readonly tail: string;
  /** The definitions in the tail so far. */
  readonly tailDefinitions: Definitions;
  /** The index of the tail in the text. */
  readonly base: number;
  /** The length of the tail when it was last parsed. */
  readonly parsed: number;
  /**
   * The index in the tail of a block whose only line is incomplete, so that it may still join the previous block; or 0.
   */
  readonly undecided: number;
  /** Whether the tail is too costly to parse; it then ends at the next blank line. */
  readonly isCostly: boolean;
  /** Whether the text was complete, including its last line. */
  readonly isComplete: boolean;
}

export const noBlocks: Blocks = {
  text: "",
  done: [],
  labels: [],
  definitions: noDefinitions,
  tail: "",
  tailDefinitions: noDefinitions,
  base: 0,
  parsed: 0,
  undecided: 0,
  isCostly: false,
  isComplete: false,
};

/** Length from which a tail is only parsed again when it has grown by a quarter, or is complete, in characters. */
const longTail = 20_000;

/**
 * Splits a text into blocks, reusing those of an earlier, shorter version of it.
 *
 * Markdown decides its block structure line by line. So everything before the last top-level block is final once a line
 * of that block is complete, and only the tail is parsed again. The cost of a frame depends on the last block, not on
 * the whole reply. A line that would make its block too costly starts an unparsed block, which reaches to the next
 * blank line.
 */
export function splitBlocks(previous: Blocks, text: string, isGrowing = false): Blocks {
  const isSame = text === previous.text;
  const isContinued = goesOn(text, previous.text) && (isSame || !previous.isComplete);
  const known = isContinued ? previous : noBlocks;
  const tail = text.slice(known.base);
  if (isSame && (isGrowing || known.isComplete)) return previous;
  const isSkipped = isGrowing && !known.isCostly && tail.length > longTail && tail.length < known.parsed * 1.25;
  if (isSkipped) return { ...known, text, tail };
  const lists = { done: [...known.done], labels: [...known.labels] };
  const draft = { ...known, ...lists, text, tail, parsed: tail.length, undecided: 0, isComplete: !isGrowing };
  let { blocks, isEnd } = advance(draft);
  while (!isEnd) ({ blocks, isEnd } = advance(blocks));
  return blocks;
}

/** Maximum number of characters split in one step; a longer text is split between frames. */
const stepChars = 3_000;
/** Maximum number of characters in the first step of a complete text: most messages of an opened chat are shorter. */
const firstStepChars = 16_000;

/**
 * Splits a text as far as one step allows. Returns the blocks of its beginning; their `text` is that beginning. The
 * next step continues from them.
 */
export function splitNext(previous: Blocks, text: string, isGrowing: boolean): Blocks {
  const from = goesOn(text, previous.text) ? previous.text.length : 0;
  const most = from + (from === 0 && !isGrowing ? firstStepChars : stepChars);
  const end = most < text.length ? text.lastIndexOf("\n", most - 1) + 1 : text.length;
  // A line longer than a step is split as a whole.
  if (end <= from || end === text.length) return splitBlocks(previous, text, isGrowing);
  return splitBlocks(previous, text.slice(0, end), true);
}

/**
 * Whether a text begins with another. Each step of a reply compares everything before it: `startsWith` compares
 * character by character, but comparing slices is fast.
 */
function goesOn(text: string, beginning: string): boolean {
  return text.slice(0, beginning.length) === beginning;
}

/** Blocks that only this module references, so that it may mutate them. */
type Draft = Blocks & { done: string[]; labels: (readonly string[])[] };

/** Finishes the blocks before the next line that is too costly, or the block that begins with it. */
function advance(blocks: Draft): { blocks: Draft; isEnd: boolean } {
  const { tail } = blocks;
  if (blocks.isCostly) {
    const end = afterBlankLine(tail);
    return end === -1 ? { blocks, isEnd: true } : { blocks: finish(blocks, [end], []), isEnd: false };
  }
  const simple = simpleBlockEnds(tail);
  if (simple.length > 0) return { blocks: finish(blocks, simple, []), isEnd: false };
  if (isSimpleBlock(tail)) return { blocks: finish(blocks, [], []), isEnd: true };
  const next = surelyNewBlock(tail);
  const before = tail.slice(0, Math.max(0, next));
  if (next > 0 && !isTooCostly(before)) {
    const parts = parse(before);
    return { blocks: finish(blocks, [...parts.slice(1).map(startOf), next], parts), isEnd: false };
  }
  const costly = costlyLine(tail);
  if (costly === 0) return { blocks: { ...blocks, isCostly: true, tailDefinitions: noDefinitions }, isEnd: false };
  const nodes = parse(costly === -1 ? tail : tail.slice(0, costly));
  const starts = nodes.slice(1).map(startOf);
  const undecided = blocks.isComplete || costly !== -1 ? 0 : takeUndecided(starts, tail);
  // The cost included earlier blocks; without them the last block may be cheap enough.
  if (costly === -1 || starts.length > 0) {
    const finished = finish(blocks, starts, nodes);
    return { blocks: { ...finished, undecided: Math.max(0, undecided - (starts.at(-1) ?? 0)) }, isEnd: costly === -1 };
  }
  return cutBefore(blocks, costly, nodes);
}

/** Removes the start of a last block without a complete line. Returns its index, or 0. */
function takeUndecided(starts: number[], tail: string): number {
  const last = starts.at(-1) ?? 0;
  return last > 0 && !tail.includes("\n", last) ? (starts.pop() ?? 0) : 0;
}

/** Ends the only block of the tail before the line that makes it too costly. */
function cutBefore(blocks: Draft, costly: number, nodes: readonly RootContent[]): { blocks: Draft; isEnd: boolean } {
  const end = blocks.tail.indexOf("\n", costly);
  const line = blocks.tail.slice(costly, end === -1 ? undefined : end);
  const isCostly = isTooCostly(line);
  // An incomplete line may still begin a new block.
  if (!isCostly && end === -1) return { blocks, isEnd: true };
  const isOwnBlock = !isCostly && parse(blocks.tail.slice(0, end)).some((node) => startOf(node) >= costly);
  const cut = finish(blocks, [costly], nodes);
  return { blocks: { ...cut, isCostly: !isOwnBlock }, isEnd: false };
}

function parse(text: string): readonly RootContent[] {
  return fromMarkdown(text, structure).children;
}

function startOf(node: RootContent): number {
  return node.position?.start.offset ?? 0;
}

/** Moves the blocks that end at these indexes out of the tail, with the definitions in their nodes. */
function finish(blocks: Draft, ends: readonly number[], nodes: readonly RootContent[]): Draft {
  const last = ends.at(-1) ?? 0;
  for (const [index, end] of ends.entries()) {
    const block = blocks.tail.slice(ends[index - 1] ?? 0, end);
    blocks.done.push(block);
    blocks.labels.push(labelsIn(block));
  }
  const firstOfTail = nodes.findIndex((node) => startOf(node) >= last);
  const count = firstOfTail === -1 ? nodes.length : firstOfTail;
  const tail = blocks.tail.slice(last);
  return {
    ...blocks,
    definitions: withDefinitions(blocks.definitions, nodes.slice(0, count), blocks.tail),
    tail,
    tailDefinitions: withDefinitions(noDefinitions, nodes.slice(count), blocks.tail),
    base: blocks.base + last,
    parsed: tail.length,
    undecided: 0,
    isCostly: false,
  };
}

/** Returns the index after the first blank line of a text, or -1. */
function afterBlankLine(text: string): number {
  const end = /\n[ \t\r]*\n/g;
  return end.test(text) ? end.lastIndex : -1;
}
