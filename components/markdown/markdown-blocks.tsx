"use client";

import type { Root } from "hast";
import { toJsxRuntime } from "hast-util-to-jsx-runtime";
import { memo, useContext, useDeferredValue, useEffect, useId, useMemo, useReducer, useRef, useState } from "react";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";
import { fenceBareHtml } from "@/lib/markdown/bare-html";
import { blockTree } from "@/lib/markdown/block-trees";
import { mayHaveCitations, withCitations } from "@/lib/markdown/citations";
import { definitionsFor, labelsIn } from "@/lib/markdown/definitions";
import { noBlocks, splitBlocks, splitNext } from "@/lib/markdown/split-blocks";
import { copyFormula } from "./copy-formula";
import { components } from "./elements";
import { KeepLine } from "./keep-line";
import styles from "./markdown.module.css";
import { LiveContext, MessageStateContext, PrintingContext } from "./message-look";
import { PlainText } from "./plain-text";
import { useGradual } from "./use-gradual";
import { useSteadyHeight } from "./use-steady-height";

export { loadFormulas } from "./formula";

/** The props of a rendered Markdown text. */
export interface MarkdownProps {
  readonly text: string;
  /** True while the text grows: the live mark is at its end. */
  readonly isLive?: boolean | undefined;
  /** True for the last message of a chat, whose code is not collapsed. */
  readonly isLast?: boolean | undefined;
}

/** Number of blocks from which those outside the viewport are not laid out. */
const longText = 60;

/** Renders Markdown block by block: a finished block is not rendered again while the text grows. */
export function MarkdownBlocks({ text, isLive, isLast }: Required<MarkdownProps>) {
  const cache = useRef(noBlocks);
  // Messages may have notes with the same labels, and an id of the page must not clash with an element's name.
  const notePrefix = `note-${useId()}-`;
  // The split is a cache of a pure function of the text, so writing it during a render is safe to repeat.
  const whole = fenceBareHtml(text);
  const isPrinting = useContext(PrintingContext);
  const blocks = (isPrinting ? splitBlocks : splitNext)(cache.current, whole, isLive);
  cache.current = blocks;
  const { done, labels, definitions, tail, undecided, tailDefinitions } = blocks;
  const rest = whole.slice(blocks.text.length);
  useSteps(rest.length);
  const drawn = undecided > 0 ? [...done, tail.slice(0, undecided), tail.slice(undecided)] : [...done, tail];
  const tailLabels = definitions.size + tailDefinitions.size > 0 ? labelsIn(tail) : [];
  // Collapsing and previews of the whole message may come a moment after the last word.
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
    isOpen: isLive && index === drawn.length - 1,
    isNear: hasGrown && rowOf(index) >= rowOf(drawn.length - 1) - 1,
  }));
  return (
    <div ref={place}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: by keyboard, copying the message copies its formulas */}
      <div
        ref={content}
        className={styles.prose}
        data-long={drawn.length > longText || undefined}
        onClick={copyFormula}
      >
        <MessageStateContext value={state}>
          <KeepLine content={content} isReplacing={rest !== "" || (drawn.length > longText && !isWhole)}>
            {rows.map((row, index) => (
              // Blocks are only ever added, so the place is the identity.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <Row key={index} blocks={row} notePrefix={notePrefix} />
            ))}
            {rest !== "" && <PlainText text={whole} from={blocks.text.length} />}
          </KeepLine>
        </MessageStateContext>
      </div>
    </div>
  );
}

/** Returns whether the value has been true since the component was mounted. */
function useHasBeen(isNow: boolean): boolean {
  const [hasBeen, setHasBeen] = useState(isNow);
  if (isNow && !hasBeen) setHasBeen(true);
  return hasBeen || isNow;
}

/** Re-renders in a separate task as long as steps are left. */
function useSteps(left: number): void {
  const [, redraw] = useReducer((steps: number) => steps + 1, 0);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(redraw);
    return () => clearTimeout(timer);
  }, [left]);
}

interface BlockState {
  readonly text: string;
  /** The index of the block in the source text. */
  readonly from: number;
  /** False while it waits for its turn; until then it is plain text. */
  readonly isDrawn: boolean;
  readonly isLive: boolean;
  /** True for the last block of a text that grows: it may still change. */
  readonly isOpen: boolean;
  /**
   * True for the last blocks of a text that grows or grew: they stay fully laid out until they leave the viewport.
   * Applying `content-visibility` to a visible block would restyle and lay out all of it.
   */
  readonly isNear: boolean;
  /** The definitions of other blocks that this one uses, as Markdown. */
  readonly definitions: string;
}

type BlockLook = Omit<BlockState, "text" | "from">;

interface BlockProps extends BlockState {
  /** Prefix of the ids of footnotes. */
  readonly notePrefix: string;
}

/** Number of blocks in a row: at each step of a long text, React and the browser skip whole finished rows. */
const rowLength = 16;

function rowOf(index: number): number {
  return Math.floor(index / rowLength);
}

/** Returns the blocks in rows; an unchanged row is the same object as before. */
function useRows(texts: readonly string[], lookOf: (index: number) => BlockLook): readonly BlockRow[] {
  // A cache of equal rows, so writing it during a render is safe to repeat.
  const former = useRef<readonly BlockRow[]>([]);
  let from = 0;
  former.current = Array.from({ length: Math.ceil(texts.length / rowLength) }, (_, row) => {
    const first = row * rowLength;
    const blocks = texts.slice(first, first + rowLength).map((text, index) => {
      const block = { text, from, ...lookOf(first + index) };
      from += text.length;
      return block;
    });
    const known = former.current[row];
    const isKnown =
      known?.length === blocks.length && known.every((block, index) => isSameBlock(block, blocks[index] as BlockState));
    return isKnown ? known : blocks;
  });
  return former.current;
}

function isSameBlock(one: BlockState, other: BlockState): boolean {
  return (
    one.text === other.text &&
    one.from === other.from &&
    one.isDrawn === other.isDrawn &&
    one.isLive === other.isLive &&
    one.isOpen === other.isOpen &&
    one.isNear === other.isNear &&
    one.definitions === other.definitions
  );
}

type BlockRow = readonly BlockState[];

interface RowProps extends Pick<BlockProps, "notePrefix"> {
  readonly blocks: BlockRow;
}

const Row = memo(function Row({ blocks, notePrefix }: RowProps) {
  const texts = blocks.map(({ text }) => text).join("");
  const { from = 0, isNear = false } = blocks[0] ?? {};
  return (
    <div
      className={styles.row}
      data-near={isNear || undefined}
      data-ends={leadOf(blocks.at(-1)?.text ?? "")}
      style={isNear ? undefined : { containIntrinsicBlockSize: `auto ${linesOf(texts) * lineEm}em` }}
    >
      {blocks.some(({ isDrawn }) => isDrawn) ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: the index is the identity
        blocks.map((block, index) => <Block key={index} {...block} notePrefix={notePrefix} />)
      ) : (
        <PlainText text={texts.trimEnd()} start={from} />
      )}
    </div>
  );
});

const Block = memo(function Block(props: BlockProps) {
  const { text, from, isDrawn, definitions, isLive, isOpen, isNear, notePrefix } = props;
  const tree = useMemo(() => {
    if (!isDrawn) return null;
    const plain = blockTree({ text, isLive, definitions, notePrefix });
    return plain !== null && mayHaveCitations(text) ? withCitations(plain) : plain;
  }, [text, isDrawn, isLive, definitions, notePrefix]);
  // Without trailing blank lines, which take no space in rendered Markdown.
  if (tree === null) return <PlainText text={text.trimEnd()} start={from} />;
  return (
    <div
      className={styles.block}
      dir="auto"
      data-from={from}
      data-lead={leadOf(text)}
      data-growing={isLive || undefined}
      data-near={isNear || undefined}
    >
      <LiveContext value={isOpen}>
        <Tree tree={tree} />
      </LiveContext>
    </div>
  );
});

const toReact = { Fragment, jsx, jsxs, components, ignoreInvalidStyle: true, passKeys: true, passNode: true } as const;

/** Renders the elements of a block. Memoized, so that an unchanged block is not rendered again. */
const Tree = memo(function Tree({ tree }: { readonly tree: Root }) {
  return toJsxRuntime(tree, toReact);
});

/** Returns the kind of heading that begins a block, which decides the space around it. */
function leadOf(text: string): "section" | "part" | undefined {
  const [, marks, underline] =
    /^\s*(?:(#{1,4})[ \t]|[^\s>*+|#`~-][^\n]*\n {0,3}(=+|-+)[ \t]*(?:\n|$))/.exec(text) ?? [];
  if (underline !== undefined) return "section";
  if (marks === undefined) return undefined;
  return marks.length <= 2 ? "section" : "part";
}

/** Approximate number of characters in a line. */
const lineChars = 90;
/** Height of a line, in em. */
const lineEm = 1.65;

/** Estimates the number of lines of a text, which reserves its space outside the viewport. */
function linesOf(text: string): number {
  return text
    .trim()
    .split("\n")
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / lineChars)), 0);
}
