"use client";
import { useDeferredValue } from "react";
import { useTranslations } from "use-intl";
import { Markdown } from "@/components/markdown/markdown";
import { useDrafts } from "@/store/drafts";
import styles from "./draft-preview.module.css";

/** Longer texts are not previewed: nobody looks over them as they type. */
const previewedChars = 20_000;

/** What is being written, as it will be shown (`sendPreviewBubble`). */
export function DraftPreview({ sessionId }: { readonly sessionId: string }) {
  const t = useTranslations("composerHead");
  const text = useDeferredValue(useDrafts(({ drafts }) => drafts[sessionId]?.text ?? ""));
  if (text.length > previewedChars) return null;
  return (
    <section className={styles.preview} aria-label={t("preview")}>
      <span aria-hidden="true">{t("preview")}</span>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div className={styles.bubble} tabIndex={0}>
        <Markdown text={text} />
      </div>
    </section>
  );
}
