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

/** Preloads the Markdown renderer. */
export function preloadMarkdown(): void {
  void renderer.load();
}

/** Renders a text as Markdown, or as plain text until the renderer has loaded and if it fails. */
export const Markdown = memo(function Markdown({ text, isLive = false, isLast = false }: MarkdownProps) {
  const MarkdownBlocks = useLoaded(renderer);
  const plain = (
    <div className={styles.prose}>
      <PlainText text={text} />
    </div>
  );
  if (!MarkdownBlocks) return plain;
  return (
    // After a failure, try again when the text is complete, not at every step of its growth.
    <ErrorBoundary fallback={plain} resetKey={isLive ? "" : text}>
      <MarkdownBlocks text={text} isLive={isLive} isLast={isLast} />
    </ErrorBoundary>
  );
});
