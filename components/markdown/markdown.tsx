"use client";

import { memo } from "react";
import { ErrorBoundary } from "@/components/ui/error-boundary";
import { useLocale } from "@/store/base/locale";
import { loadOnce } from "./load-once";
import styles from "./markdown.module.css";
import type { MarkdownProps } from "./markdown-blocks";
import { PlainText } from "./plain-text";
import { useLoaded } from "./use-loaded";

const renderer = loadOnce("the Markdown renderer", async () => {
  const [{ MarkdownBlocks }] = await Promise.all([import("./markdown-blocks"), useLocale.getState().loadAll()]);
  return MarkdownBlocks;
});

/** Loads the Markdown renderer ahead of its first use. */
export function preloadMarkdown(): void {
  void renderer.load();
}

/** Draws a text as Markdown; as plain text, in the same place, until the renderer has loaded and whenever it fails. */
export const Markdown = memo(function Markdown({ text, isLive = false, isLast = false }: MarkdownProps) {
  const MarkdownBlocks = useLoaded(renderer);
  const plain = (
    <div className={styles.prose}>
      <PlainText text={text} />
    </div>
  );
  if (!MarkdownBlocks) return plain;
  return (
    // A text that has failed is tried again when it is complete, not at every step of its growth.
    <ErrorBoundary fallback={plain} resetKey={isLive ? "" : text}>
      <MarkdownBlocks text={text} isLive={isLive} isLast={isLast} />
    </ErrorBoundary>
  );
});
