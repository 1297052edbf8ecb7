"use client";

import { createContext, memo, type ReactNode, useContext, useId, useMemo, useRef } from "react";
import ReactMarkdown, { type Components, type Options } from "react-markdown";
import remarkGfm from "remark-gfm";
import remarkMath from "remark-math";
import { useTranslations } from "use-intl";
import { CodeBlock } from "./code-block";
import { definitionsFor, labelsIn } from "./definitions";
import { footnotes } from "./footnotes";
import { Formula } from "./formula";
import type { MarkdownProps } from "./markdown";
import styles from "./markdown.module.css";
import { normalizeMath } from "./normalize-math";
import { RemoteImage } from "./remote-image";
import { SafeLink } from "./safe-link";
import { noBlocks, splitBlocks } from "./split-blocks";
import { isTooCostly } from "./too-costly";

/** Draws Markdown block by block: a finished block is never drawn again while the text grows. */
export function MarkdownBlocks({ text, isLive }: Required<MarkdownProps>) {
  const cache = useRef(noBlocks);
  // Notes of several messages have the same labels, and an id of the page must not become the name of something else.
  const notePrefix = `note-${useId()}-`;
  const toHast = useMemo(() => footnotes(notePrefix), [notePrefix]);
  // The split is a cache of a pure function of the text, so writing it while drawing is safe to repeat.
  const blocks = splitBlocks(cache.current, text, isLive);
  cache.current = blocks;
  const { done, labels, definitions, tail, tailDefinitions } = blocks;
  const tailLabels = definitions.size + tailDefinitions.size > 0 ? labelsIn(tail) : [];
  return (
    <div className={isLive ? `${styles.prose} ${styles.live}` : styles.prose}>
      {[...done, tail].map((block, index) => (
        <Block
          // Blocks are only ever added, so the place is the identity.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          key={index}
          text={block}
          definitions={definitionsFor(labels[index] ?? tailLabels, definitions, tailDefinitions)}
          isLive={isLive && index === done.length}
          toHast={toHast}
        />
      ))}
    </div>
  );
}

/** A longer block is shown as it is written: parsing it at every step would hold the page up. In characters. */
const maxBlockChars = 50_000;

/** Links and images check their addresses themselves; the usual rule would drop images that stand in the message. */
const keepAddress = (url: string) => url;

const plugins: Options["remarkPlugins"] = [remarkGfm, [remarkMath, { singleDollarTextMath: false }]];

interface BlockProps extends Required<MarkdownProps> {
  /** The definitions of other blocks that this one uses, as Markdown. */
  readonly definitions: string;
  readonly toHast: Options["remarkRehypeOptions"];
}

const Block = memo(function Block({ text, definitions, isLive, toHast }: BlockProps) {
  const source = useMemo(() => sourceOf(text), [text]);
  if (source === null) return <p className={styles.plain}>{text}</p>;
  return (
    <div className={styles.block} dir="auto">
      <Live value={isLive}>
        <ReactMarkdown
          remarkPlugins={plugins}
          remarkRehypeOptions={toHast}
          components={components}
          urlTransform={keepAddress}
        >
          {definitions + source}
        </ReactMarkdown>
      </Live>
    </div>
  );
});

/** The Markdown of a block as the parser knows it, or null if it would hold the page up; formulas may make it so. */
function sourceOf(text: string): string | null {
  if (text.length > maxBlockChars || isTooCostly(text)) return null;
  const source = normalizeMath(text);
  return isTooCostly(source) ? null : source;
}

/** Whether the block still grows. It reaches the elements past the parser, which would mount them anew for it. */
const Live = createContext(false);

/** The elements that are drawn in our own way. Raw HTML is not rendered: it stays text. */
const components: Components = {
  a: ({ href, children }) => <SafeLink href={href}>{children}</SafeLink>,
  img: ({ src, alt }) => <RemoteImage src={typeof src === "string" ? src : ""} alt={alt ?? ""} />,
  table: ({ children }) => <Table>{children}</Table>,
  pre: ({ children }) => <>{children}</>,
  code: ({ className, children }) => <Code className={className}>{children}</Code>,
};

/** A wide table scrolls by itself, also by keyboard. */
function Table({ children }: { children: ReactNode }) {
  const t = useTranslations("markdown");
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable
    <section className={styles.table} tabIndex={0} aria-label={t("table")}>
      <table>{children}</table>
    </section>
  );
}

function Code({ className = "", children }: { className: string | undefined; children: ReactNode }) {
  const isLive = useContext(Live);
  const text = String(children);
  if (className.includes("math-display")) return <Formula tex={text} isBlock />;
  if (className.includes("math-inline")) return <Formula tex={text} />;
  const language = /language-(\S+)/.exec(className)?.[1];
  // Only fenced and indented code ends with a line break.
  if (language === undefined && !text.endsWith("\n")) return <code dir="ltr">{children}</code>;
  return <CodeBlock code={text.replace(/\n$/, "")} language={language ?? ""} isLive={isLive} />;
}
