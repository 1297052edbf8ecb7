"use client";
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { Spinner } from "@/components/ui/spinner";
import styles from "./document-viewer.module.css";
import { PdfPages } from "./pdf-pages";
import { SentChoice } from "./sent-choice";
import { TextPage } from "./text-page";
import { useViewer, type Viewer, type ViewerSource } from "./use-viewer";
import { ViewerTools } from "./viewer-tools";

/** A document: the pages of a PDF, or its text page by page, with the cited passage marked. */
export function DocumentViewer({ view, opened, lastRead }: ViewerSource) {
  const t = useTranslations("documents");
  const { document, onChange } = view;
  const viewer = useViewer({ view, opened, lastRead });
  const { pages, pdf, shownPdf, mode, jump, index, whole } = viewer;
  // The number of the jump whose passage is not on the page.
  const [missing, setMissing] = useState(0);
  const scroller = useRef<HTMLElement>(null);
  // A text may have fewer pages than its original.
  const shown = Math.min(index, Math.max(0, pages.length - 1));

  // biome-ignore lint/correctness/useExhaustiveDependencies: each opening moves the focus
  useEffect(() => scroller.current?.focus({ preventScroll: true }), [opened]);

  useEffect(() => {
    // The choice between pages and text may have had the focus.
    if (pdf === "failed" && window.document.activeElement === window.document.body)
      scroller.current?.focus({ preventScroll: true });
  }, [pdf]);

  return (
    <div className={styles.viewer}>
      <ViewerTools viewer={viewer} shown={shown} />
      {onChange && whole !== undefined && <SentChoice stored={document} text={whole} onChange={onChange} />}
      {pdf === "failed" && <p className={styles.note}>{t("originalFailed")}</p>}
      {shownPdf && missing === jump.serial && (
        <p className={styles.note} role="status">
          {t("passageMissing")}
        </p>
      )}
      <section
        ref={scroller}
        className={styles.scroll}
        aria-label={mode === "pages" ? t("pageRanges") : t("text")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        data-initial-focus=""
        onKeyDown={(event) => mode === "text" && turnPage(event, shown, pages.length, viewer.go)}
      >
        <ViewerContent
          name={view.name}
          documentId={document.id}
          viewer={viewer}
          shown={shown}
          scroller={scroller}
          onMissing={() => setMissing(jump.serial)}
        />
      </section>
    </div>
  );
}

interface ViewerContentProps {
  readonly name: string;
  readonly documentId: string;
  readonly viewer: Viewer;
  /** The page of the text. */
  readonly shown: number;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly onMissing: () => void;
}

/** The pages of the original, or a page of the text. */
function ViewerContent({ name, documentId, viewer, shown, scroller, onMissing }: ViewerContentProps) {
  const t = useTranslations("documents");
  const app = useTranslations("app");
  const { pages, shownPdf, mode, jump, place, whole, setIndex } = viewer;
  if (shownPdf) {
    return <PdfPages opened={shownPdf} jump={jump} scroller={scroller} onPage={setIndex} onMissing={onMissing} />;
  }
  if (mode === "pages") return <Spinner label={app("loading", { name })} />;
  if (viewer.isMissing) return <p className={styles.hint}>{t("missing")}</p>;
  const page = pages[shown];
  if (whole === undefined || !page) return null;
  return (
    <TextPage
      key={`${documentId} ${jump.serial} ${shown}`}
      text={whole}
      page={page}
      place={place?.page === shown ? place : undefined}
      scroller={scroller}
    />
  );
}

/** Page Down at the end of a page's text goes to the next page, and Page Up at its start to the previous one. */
function turnPage(event: KeyboardEvent<HTMLElement>, shown: number, count: number, go: (index: number) => void): void {
  const box = event.currentTarget;
  if (event.target !== box) return;
  const isAtEnd = box.scrollTop + box.clientHeight >= box.scrollHeight - 1;
  if (event.key === "PageDown" && isAtEnd && shown < count - 1) go(shown + 1);
  else if (event.key === "PageUp" && box.scrollTop <= 0 && shown > 0) go(shown - 1);
  else return;
  event.preventDefault();
}
