"use client";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { IconButton } from "@/components/ui/icon-button";
import { Select } from "@/components/ui/select";
import type { DocumentPlace } from "@/lib/documents/cited-place";
import { type DocumentPage, pagesOf } from "@/lib/documents/document-pages";
import styles from "./document-dialog.module.css";

interface DocumentPagesProps {
  readonly text: string;
  readonly place?: DocumentPlace | undefined;
}

/** The text of a document, one page at a time. */
export function DocumentPages({ text, place }: DocumentPagesProps) {
  const t = useTranslations("documents");
  const pages = useMemo(() => pagesOf(text), [text]);
  const label = usePageLabel(pages);
  const [index, setIndex] = useState(place?.page ?? 0);
  const page = pages[index];
  if (!page) return null;
  return (
    <>
      {pages.length > 1 && (
        <div className={styles.turn}>
          <IconButton
            icon={ChevronLeft}
            flip
            label={t("previousPage")}
            disabled={index === 0}
            onClick={() => setIndex(index - 1)}
          />
          <Select
            label={t("page")}
            value={String(index)}
            options={pages.map((each, position) => ({ value: String(position), label: label(each, position) }))}
            onChange={(value) => setIndex(Number(value))}
          />
          <IconButton
            icon={ChevronRight}
            flip
            label={t("nextPage")}
            disabled={index === pages.length - 1}
            onClick={() => setIndex(index + 1)}
          />
        </div>
      )}
      <PageText key={index} text={text} page={page} place={place?.page === index ? place : undefined} />
    </>
  );
}

/** Returns a function that names a page by its number, or a section by its heading. */
function usePageLabel(pages: readonly DocumentPage[]): (page: DocumentPage, index: number) => string {
  const t = useTranslations("documents");
  return ({ kind, label }, index) => {
    if (kind === "page" || kind === "slide") return t("pageOf", { page: Number(label), pages: pages.length });
    return label || t("pageOf", { page: index + 1, pages: pages.length });
  };
}

interface PageTextProps {
  readonly text: string;
  readonly page: DocumentPage;
  readonly place: DocumentPlace | undefined;
}

/** The text of a page with the cited passage marked, which is scrolled into view. */
function PageText({ text, page, place }: PageTextProps) {
  const t = useTranslations("documents");
  const marked = useRef<HTMLElement>(null);
  useEffect(() => {
    // Newer browsers return a promise, which React would call as a cleanup function.
    void marked.current?.scrollIntoView({ block: "center" });
  }, []);
  const start = Math.max(page.bodyStart, place?.start ?? page.end);
  const end = Math.min(page.end, place?.end ?? page.end);
  const body = text.slice(page.bodyStart, page.end).trim();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className={styles.text} aria-label={t("text")} tabIndex={0} dir="auto">
      {body === "" && <p className={styles.missing}>{t("emptyPage")}</p>}
      {start < end ? (
        <>
          {text.slice(page.bodyStart, start).trimStart()}
          <mark ref={marked}>{text.slice(start, end)}</mark>
          {text.slice(end, page.end).trimEnd()}
        </>
      ) : (
        body
      )}
    </section>
  );
}
