"use client";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { Markdown } from "@/components/markdown/markdown";
import { useDrafts } from "@/store/chats/drafts";
import styles from "./draft-preview.module.css";

/** How often the preview follows what is typed, in milliseconds: at every key it would cost more than the key. */
const everyMs = 250;

/** Longer texts are not previewed: nobody looks over them as they type. */
const previewedChars = 20_000;

/** What is being written, as it will be shown (`sendPreviewBubble`). */
export function DraftPreview({ sessionId }: { readonly sessionId: string }) {
  const t = useTranslations("composerHead");
  const text = useRestingText(sessionId);
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

/** Returns what is being written as of a moment ago. */
function useRestingText(sessionId: string): string {
  const [text, setText] = useState(() => textNow(sessionId));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    function follow() {
      timer ??= setTimeout(() => {
        timer = undefined;
        setText(textNow(sessionId));
      }, everyMs);
    }
    follow();
    const unsubscribe = useDrafts.subscribe(follow);
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [sessionId]);
  return text;
}

function textNow(sessionId: string): string {
  return useDrafts.getState().drafts[sessionId]?.text ?? "";
}
