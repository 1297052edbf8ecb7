import type { RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFootnoteFromMarkdown } from "mdast-util-gfm-footnote";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { mathFromMarkdown } from "mdast-util-math";
import { gfmFootnote } from "micromark-extension-gfm-footnote";
import { gfmTable } from "micromark-extension-gfm-table";
import { math } from "micromark-extension-math";
import { type Definitions, labelsIn, noDefinitions, withDefinitions } from "./definitions";
import { costlyLine, isTooCostly } from "./too-costly";

/** What stands within a line, by the names that the parser gives it: no block begins or ends with it. */
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

/** What decides where blocks begin. Without what stands within lines a text is parsed in a third of the time. */
const structure = {
  extensions: [gfmTable(), gfmFootnote(), math(), { disable: { null: withinLines } }],
  mdastExtensions: [gfmTableFromMarkdown(), gfmFootnoteFromMarkdown(), mathFromMarkdown()],
};

/** A text as Markdown blocks; all but the last are final while the text only grows. */
export interface Blocks {
  readonly text: string;
  /** The finished blocks, in order. */
  readonly done: readonly string[];
  /** The labels that stand in each finished block, and may be those of a definition elsewhere. */
  readonly labels: readonly (readonly string[])[];
  /** What the finished blocks define. */
  readonly definitions: Definitions;
  /** What may still change: the last block. */
  readonly tail: string;
  /** What the tail defines so far. */
  readonly tailDefinitions: Definitions;
  /** Where the tail begins in the text. */
  readonly base: number;
  /** How long the tail was when it was last parsed. */
  readonly parsed: number;
  /** Where in the tail a block begins whose only line is not complete, which may still join the one before it; or 0. */
  readonly undecided: number;
  /** Whether the tail is too costly to parse: it ends at the next blank line. */
  readonly isCostly: boolean;
  /** Whether the text was taken for complete, its last line too. */
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

/** A tail longer than this, in characters, is parsed again only when it has grown by a quarter, or for the last time. */
const longTail = 20_000;

/**
 * Splits a text into blocks, from those of an earlier, shorter version of it.
 *
 * Markdown decides its block structure line by line, so everything before the last top-level block is final, once a
 * line of that is complete, and only the tail is parsed again: the cost of a frame follows the last block, not the whole
 * reply. A line that would make its block too costly begins a block that is not parsed: it reaches to the next blank line.
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

/** How many characters one step splits at most: what comes in one piece is split between frames. */
const stepChars = 3_000;
/** How many the first step splits of a text that is complete: most messages of a chat that is opened are shorter. */
const firstStepChars = 16_000;

/**
 * Splits a text as far as one step may go: answers the blocks of its beginning, whose `text` says how far that is. The
 * next step goes on from them.
 */
export function splitNext(previous: Blocks, text: string, isGrowing: boolean): Blocks {
  const from = goesOn(text, previous.text) ? previous.text.length : 0;
  const most = from + (from === 0 && !isGrowing ? firstStepChars : stepChars);
  const end = most < text.length ? text.lastIndexOf("\n", most - 1) + 1 : text.length;
  // A line that is longer than a step is split as a whole.
  if (end <= from || end === text.length) return splitBlocks(previous, text, isGrowing);
  return splitBlocks(previous, text.slice(0, end), true);
}

/**
 * Whether a text begins with another. Each step of a reply asks it of all that came before: `startsWith` goes through
 * it letter by letter, while parts of a text are compared at once.
 */
function goesOn(text: string, beginning: string): boolean {
  return text.slice(0, beginning.length) === beginning;
}

/** Blocks that only this module holds, so that it may add to them. */
type Draft = Blocks & { done: string[]; labels: (readonly string[])[] };

/** Finishes what can be finished up to the next line that is too costly, or what begins with that line. */
function advance(blocks: Draft): { blocks: Draft; isEnd: boolean } {
  const { tail } = blocks;
  if (blocks.isCostly) {
    const end = afterBlankLine(tail);
    return end === -1 ? { blocks, isEnd: true } : { blocks: finish(blocks, [end], []), isEnd: false };
  }
  const costly = costlyLine(tail);
  if (costly === 0) return { blocks: { ...blocks, isCostly: true, tailDefinitions: noDefinitions }, isEnd: false };
  const nodes = parse(costly === -1 ? tail : tail.slice(0, costly));
  const starts = nodes.slice(1).map(startOf);
  const undecided = blocks.isComplete || costly !== -1 ? 0 : takeUndecided(starts, tail);
  // What came before the last block had its share in the judgement; without it that block may do.
  if (costly === -1 || starts.length > 0) {
    const finished = finish(blocks, starts, nodes);
    return { blocks: { ...finished, undecided: Math.max(0, undecided - (starts.at(-1) ?? 0)) }, isEnd: costly === -1 };
  }
  return cutBefore(blocks, costly, nodes);
}

/** Takes off the start of a last block that has no complete line yet; returns it, or 0. */
function takeUndecided(starts: number[], tail: string): number {
  const last = starts.at(-1) ?? 0;
  return last > 0 && !tail.includes("\n", last) ? (starts.pop() ?? 0) : 0;
}

/** Ends the only block of the tail before the line that makes it too costly. */
function cutBefore(blocks: Draft, costly: number, nodes: readonly RootContent[]): { blocks: Draft; isEnd: boolean } {
  const end = blocks.tail.indexOf("\n", costly);
  const line = blocks.tail.slice(costly, end === -1 ? undefined : end);
  const isCostly = isTooCostly(line);
  // A line that is still being written may yet begin a block of its own.
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

/** Takes the blocks that end at these places from the tail, and the definitions of the nodes that stand there. */
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

/** Returns where the first blank line of a text has ended; -1 if there is none. */
function afterBlankLine(text: string): number {
  const end = /\n[ \t\r]*\n/g;
  return end.test(text) ? end.lastIndex : -1;
}
