"use client";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { Markdown } from "@/components/markdown/markdown";
import { mayHaveMarkdown } from "@/lib/markdown/may-have-markdown";
import { useDrafts } from "@/store/chats/drafts";
import styles from "./draft-preview.module.css";

/** Minimum time between two updates of the preview, in milliseconds: rendering it costs more than a key. */
const everyMs = 250;

/** Maximum length of a text that is previewed, in characters. */
const previewedChars = 20_000;

/** The draft as it will be rendered (`sendPreviewBubble`), unless it is plain text, which looks the same. */
export function DraftPreview({ sessionId }: { readonly sessionId: string }) {
  const t = useTranslations("composerHead");
  const text = useDelayedText(sessionId);
  if (text.length > previewedChars || !mayHaveMarkdown(text)) return null;
  return (
    <section className={styles.preview} aria-label={t("preview")}>
      <span aria-hidden="true">{t("preview")}</span>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <div className={styles.bubble} tabIndex={0}>
        <Markdown text={text} />
      </div>
    </section>
  );
}

/** Returns the draft's text with a delay. */
function useDelayedText(sessionId: string): string {
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
