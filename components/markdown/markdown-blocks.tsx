"use client";

import { memo, useContext, useDeferredValue, useEffect, useId, useMemo, useReducer, useRef, useState } from "react";
import ReactMarkdown, { type Options } from "react-markdown";
import { fenceBareHtml } from "./bare-html";
import { closeOpen } from "./close-open";
import { copyFormula } from "./copy-formula";
import { definitionsFor, labelsIn } from "./definitions";
import { components } from "./elements";
import { footnotes } from "./footnotes";
import styles from "./markdown.module.css";
import { LiveContext, MessageStateContext, PrintingContext } from "./message-look";
import { normalizeMath } from "./normalize-math";
import { PlainText } from "./plain-text";
import { pluginsReadAhead, useReadAhead } from "./read-ahead";
import { noBlocks, splitBlocks, splitNext } from "./split-blocks";
import { textHandlers } from "./syntax";
import { isTooCostly } from "./too-costly";
import { useGradual } from "./use-gradual";
import { useSteadyHeight } from "./use-steady-height";

/** The props of a rendered Markdown text. */
export interface MarkdownProps {
  readonly text: string;
  /** True while the text grows: the live mark stands at its end. */
  readonly isLive?: boolean | undefined;
  /** True for the last message of a conversation, whose code is not folded. */
  readonly isLast?: boolean | undefined;
}

/** Draws Markdown block by block: a finished block is never drawn again while the text grows. */
export function MarkdownBlocks({ text, isLive, isLast }: Required<MarkdownProps>) {
  const cache = useRef(noBlocks);
  // Notes of several messages have the same labels, and an id of the page must not become the name of something else.
  const notePrefix = `note-${useId()}-`;
  const toHast = useMemo(() => ({ handlers: { ...textHandlers, ...footnotes(notePrefix) } }), [notePrefix]);
  // The split is a cache of a pure function of the text, so writing it while drawing is safe to repeat.
  const whole = fenceBareHtml(text);
  const isPrinting = useContext(PrintingContext);
  const blocks = (isPrinting ? splitBlocks : splitNext)(cache.current, whole, isLive);
  cache.current = blocks;
  const { done, labels, definitions, tail, undecided, tailDefinitions } = blocks;
  const rest = whole.slice(blocks.text.length);
  useSteps(rest.length);
  const drawn = undecided > 0 ? [...done, tail.slice(0, undecided), tail.slice(undecided)] : [...done, tail];
  const tailLabels = definitions.size + tailDefinitions.size > 0 ? labelsIn(tail) : [];
  // Folds and previews of the whole message may come a moment later than the last word.
  const state = useDeferredValue(useMemo(() => ({ isGrowing: isLive, isLast }), [isLive, isLast]));
  const place = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { isDrawn, isWhole } = useGradual(drawn.length, rest !== "");
  useSteadyHeight(content, place, { isGrowing: isLive, isLast, isWhole });
  const hasDefinitions = definitions.size + tailDefinitions.size > 0;
  const hasGrown = useHasBeen(isLive);
  const rows = useRows(drawn, (index) => ({
    isDrawn: isPrinting || isDrawn(index),
    definitions: hasDefinitions ? definitionsFor(labels[index] ?? tailLabels, definitions, tailDefinitions) : "",
    isLive: isLive && rest === "" && index === drawn.length - 1,
    isNear: hasGrown && rowOf(index) >= rowOf(drawn.length - 1) - 1,
  }));
  return (
    <div ref={place}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: copying the message has its formulas for the keyboard */}
      <div ref={content} className={styles.prose} onClick={copyFormula}>
        <MessageStateContext value={state}>
          {rows.map((row, index) => (
            // Blocks are only ever added, so the place is the identity.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <Row key={index} blocks={row} toHast={toHast} />
          ))}
          {rest !== "" && <PlainText text={rest} />}
        </MessageStateContext>
      </div>
    </div>
  );
}

/** Whether something is or was true since this is drawn. */
function useHasBeen(isNow: boolean): boolean {
  const [hasBeen, setHasBeen] = useState(isNow);
  if (isNow && !hasBeen) setHasBeen(true);
  return hasBeen || isNow;
}

/** Draws once more, in a task of its own, as long as something is left to do. */
function useSteps(left: number): void {
  const [, redraw] = useReducer((steps: number) => steps + 1, 0);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(redraw);
    return () => clearTimeout(timer);
  }, [left]);
}

/** A longer block is shown as it is written: parsing it at every step would hold the page up. In characters. */
const maxBlockChars = 50_000;

/** Links and images check their addresses themselves; the usual rule would drop images that stand in the message. */
const keepAddress = (url: string) => url;

interface BlockState {
  readonly text: string;
  /** False while its turn has not come yet: it is shown as it is written. */
  readonly isDrawn: boolean;
  readonly isLive: boolean;
  /**
   * True for the last ones of a text that grows or grew: they stay laid out in full until they are out of sight. To let
   * the browser pass over one that is seen would have all of it styled and laid out anew.
   */
  readonly isNear: boolean;
  /** The definitions of other blocks that this one uses, as Markdown. */
  readonly definitions: string;
}

interface BlockProps extends BlockState {
  readonly toHast: Options["remarkRehypeOptions"];
}

/** As many blocks stand in a row: at a step of a long text its finished rows are passed over, not each of their blocks. */
const rowLength = 16;

function rowOf(index: number): number {
  return Math.floor(index / rowLength);
}

/** Returns blocks in rows; a row of which no block has changed is the same as before. */
function useRows(texts: readonly string[], lookOf: (index: number) => Omit<BlockState, "text">): readonly BlockRow[] {
  // A cache of what is equal, so writing it while drawing is safe to repeat.
  const former = useRef<readonly BlockRow[]>([]);
  former.current = Array.from({ length: Math.ceil(texts.length / rowLength) }, (_, row) => {
    const from = row * rowLength;
    const to = Math.min(texts.length, from + rowLength);
    const known = former.current[row];
    const isKnown =
      known?.length === to - from &&
      known.every((block, place) => block.text === texts[from + place] && isSameLook(block, lookOf(from + place)));
    return isKnown ? known : texts.slice(from, to).map((text, place) => ({ text, ...lookOf(from + place) }));
  });
  return former.current;
}

function isSameLook(one: Omit<BlockState, "text">, other: Omit<BlockState, "text">): boolean {
  return (
    one.isDrawn === other.isDrawn &&
    one.isLive === other.isLive &&
    one.isNear === other.isNear &&
    one.definitions === other.definitions
  );
}

type BlockRow = readonly BlockState[];

interface RowProps extends Pick<BlockProps, "toHast"> {
  readonly blocks: BlockRow;
}

const Row = memo(function Row({ blocks, toHast }: RowProps) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity
  return blocks.map((block, index) => <Block key={index} {...block} toHast={toHast} />);
});

const Block = memo(function Block({ text, isDrawn, definitions, isLive, isNear, toHast }: BlockProps) {
  const source = useMemo(() => (isDrawn ? sourceOf(text, isLive) : null), [text, isDrawn, isLive]);
  const read = useReadAhead(source === null ? "" : definitions + source, isLive && source !== null);
  // Without the blank lines at its end, which take no room once it is drawn.
  if (source === null) return <PlainText text={text.trimEnd()} />;
  const room = isNear ? undefined : { containIntrinsicBlockSize: `auto ${linesOf(text) * lineEm}em` };
  return (
    <div
      className={styles.block}
      dir="auto"
      data-lead={leadOf(text)}
      data-growing={isLive || undefined}
      data-near={isNear || undefined}
      style={room}
    >
      <LiveContext value={isLive}>
        <Parsed source={read} toHast={toHast} />
      </LiveContext>
    </div>
  );
});

/** Parses Markdown and draws it: not again when a block has ended, or is left behind, and says the same. */
const Parsed = memo(function Parsed({ source, toHast }: { readonly source: string } & Pick<BlockProps, "toHast">) {
  return (
    <ReactMarkdown
      remarkPlugins={pluginsReadAhead}
      remarkRehypeOptions={toHast}
      components={components}
      urlTransform={keepAddress}
    >
      {source}
    </ReactMarkdown>
  );
});

/** Tells with which heading a block begins, which decides how far it stands from its neighbours. */
function leadOf(text: string): "section" | "part" | undefined {
  const [, marks, underline] =
    /^\s*(?:(#{1,4})[ \t]|[^\s>*+|#`~-][^\n]*\n {0,3}(=+|-+)[ \t]*(?:\n|$))/.exec(text) ?? [];
  if (underline !== undefined) return "section";
  if (marks === undefined) return undefined;
  return marks.length <= 2 ? "section" : "part";
}

/** How many characters make about a line of the column. */
const lineChars = 90;
/** How tall a line is, in its own font size. */
const lineEm = 1.65;

/** About how many lines a block takes, by which room is kept for it while it is not in sight. */
function linesOf(text: string): number {
  return text
    .trim()
    .split("\n")
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / lineChars)), 0);
}

/** The Markdown of a block as the parser knows it, or null if it would hold the page up; formulas may make it so. */
function sourceOf(text: string, isLive: boolean): string | null {
  if (text.length > maxBlockChars || isTooCostly(text)) return null;
  const source = normalizeMath(isLive ? closeOpen(text) : text);
  return isTooCostly(source) ? null : source;
}
