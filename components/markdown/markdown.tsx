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
  const [{ MarkdownBlocks, loadFormulas }] = await Promise.all([
    import("./markdown-blocks"),
    useLocale.getState().loadAll(),
  ]);
  return { MarkdownBlocks, loadFormulas };
});

/** Preloads the Markdown renderer. */
export function preloadMarkdown(): void {
  void renderer.load();
}

/** Loads what typesets formulas, so that they have their final height when they are first painted. */
export async function loadFormulas(): Promise<void> {
  const loaded = await renderer.load();
  await loaded?.loadFormulas();
}

/** Renders a text as Markdown, or as plain text until the renderer has loaded and if it fails. */
export const Markdown = memo(function Markdown({ text, isLive = false, isLast = false }: MarkdownProps) {
  const loaded = useLoaded(renderer);
  const plain = (
    <div className={styles.prose}>
      <PlainText text={text} />
    </div>
  );
  if (!loaded) return plain;
  const { MarkdownBlocks } = loaded;
  return (
    // After a failure, try again when the text is complete, not at every step of its growth.
    <ErrorBoundary fallback={plain} resetKey={isLive ? "" : text}>
      <MarkdownBlocks text={text} isLive={isLive} isLast={isLast} />
    </ErrorBoundary>
  );
});
