"use client";

import { lazy, memo, Suspense } from "react";
import styles from "./markdown.module.css";

const MarkdownBlocks = lazy(() => import("./markdown-blocks"));

/** Loads the Markdown renderer ahead of its first use. */
export function preloadMarkdown(): void {
  void import("./markdown-blocks");
}

/** What the renderer of a text is given. */
export interface MarkdownProps {
  readonly text: string;
  /** True while the text grows: the live mark stands at its end. */
  readonly isLive?: boolean;
}

/** Draws a text as Markdown; as plain text, in the same place, until the renderer has loaded. */
export const Markdown = memo(function Markdown({ text, isLive = false }: MarkdownProps) {
  return (
    <Suspense
      fallback={
        <div className={styles.prose}>
          <p className={styles.plain}>{text}</p>
        </div>
      }
    >
      <MarkdownBlocks text={text} isLive={isLive} />
    </Suspense>
  );
});
