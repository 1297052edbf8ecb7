"use client";
import { type RefObject, useLayoutEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import type { DocumentPlace } from "@/lib/documents/cited-place";
import type { DocumentPage } from "@/lib/documents/document-pages";
import styles from "./document-viewer.module.css";
import { scrollToMark } from "./scroll-to-mark";

interface TextPageProps {
  readonly text: string;
  readonly page: DocumentPage;
  /** The cited passage, if it is on this page. */
  readonly place: DocumentPlace | undefined;
  readonly scroller: RefObject<HTMLElement | null>;
}

/** The text of a page with the cited passage marked, which is scrolled into view. */
export function TextPage({ text, page, place, scroller }: TextPageProps) {
  const t = useTranslations("documents");
  const marked = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (!scroller.current) return;
    if (marked.current) scrollToMark(scroller.current, marked.current);
    else scroller.current.scrollTop = 0;
  }, [scroller]);
  const start = Math.max(page.bodyStart, place?.start ?? page.end);
  const end = Math.min(page.end, place?.end ?? page.end);
  const body = text.slice(page.bodyStart, page.end).trim();
  if (body === "") return <p className={styles.hint}>{t("emptyPage")}</p>;
  return (
    <div className={styles.text} dir="auto">
      {start < end ? (
        <>
          {text.slice(page.bodyStart, start).trimStart()}
          <mark ref={marked}>{text.slice(start, end)}</mark>
          {text.slice(end, page.end).trimEnd()}
        </>
      ) : (
        body
      )}
    </div>
  );
}
