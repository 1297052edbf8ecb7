"use client";

import { memo, useRef } from "react";
import ReactMarkdown, { type Components, type Options } from "react-markdown";
import remarkGfm from "remark-gfm";
import remarkMath from "remark-math";
import { CodeBlock } from "./code-block";
import { Formula } from "./formula";
import type { MarkdownProps } from "./markdown";
import styles from "./markdown.module.css";
import { normalizeMath } from "./normalize-math";
import { RemoteImage } from "./remote-image";
import { SafeLink } from "./safe-link";
import { noBlocks, splitBlocks } from "./split-blocks";

/** Draws Markdown block by block: a finished block is never drawn again while the text grows. */
export default function MarkdownBlocks({ text, isLive }: Required<MarkdownProps>) {
  const blocks = useRef(noBlocks);
  // The split is a cache of a pure function of the text, so writing it while drawing is safe to repeat.
  blocks.current = splitBlocks(blocks.current, text, isLive);
  const { done, tail } = blocks.current;
  const all = [...done, tail];
  return (
    <div className={isLive ? `${styles.prose} ${styles.live}` : styles.prose}>
      {all.map((block, index) => (
        // Blocks are only ever added, so the place is the identity.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Block key={index} text={block} isLive={isLive && index === all.length - 1} />
      ))}
    </div>
  );
}

/** A longer block is shown as it is written: parsing it at every step would hold the page up. In characters. */
const maxBlockChars = 50_000;

/** Links and images check their addresses themselves; the usual rule would drop images that stand in the message. */
const keepAddress = (url: string) => url;

const plugins: Options["remarkPlugins"] = [remarkGfm, [remarkMath, { singleDollarTextMath: false }]];
const settled = componentsFor(false);
const growing = componentsFor(true);

const Block = memo(function Block({ text, isLive }: Required<MarkdownProps>) {
  if (text.length > maxBlockChars) return <p className={styles.plain}>{text}</p>;
  return (
    <div className={styles.block} dir="auto">
      <ReactMarkdown remarkPlugins={plugins} components={isLive ? growing : settled} urlTransform={keepAddress}>
        {normalizeMath(text)}
      </ReactMarkdown>
    </div>
  );
});

/** The elements that are drawn in our own way. Raw HTML is not rendered: it stays text. */
function componentsFor(isLive: boolean): Components {
  return {
    a: ({ href, children }) => <SafeLink href={href}>{children}</SafeLink>,
    img: ({ src, alt }) => <RemoteImage src={typeof src === "string" ? src : ""} alt={alt ?? ""} />,
    table: ({ children }) => (
      // A wide table scrolls by itself, also by keyboard.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable
      <section className={styles.table} tabIndex={0}>
        <table>{children}</table>
      </section>
    ),
    pre: ({ children }) => <>{children}</>,
    code: ({ className = "", children }) => {
      const text = String(children);
      if (className.includes("math-display")) return <Formula tex={text} isBlock />;
      if (className.includes("math-inline")) return <Formula tex={text} />;
      const language = /language-(\S+)/.exec(className)?.[1];
      // Only fenced and indented code ends with a line break.
      if (language === undefined && !text.endsWith("\n")) return <code dir="ltr">{children}</code>;
      return <CodeBlock code={text.replace(/\n$/, "")} language={language ?? ""} isLive={isLive} />;
    },
  };
}
