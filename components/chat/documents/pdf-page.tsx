"use client";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { markedItems } from "@/lib/documents/marked-items";
import { canvasSize, type PageSize } from "@/lib/documents/page-layout";
import type { OpenedPdf } from "@/store/chats/open-pdf";
import styles from "./document-viewer.module.css";

interface PdfPageProps {
  readonly opened: OpenedPdf;
  readonly index: number;
  /** Size on the screen, in pixels. */
  readonly size: PageSize;
  /** Distance from the first page's top, in pixels. */
  readonly top: number;
  /** The passage to mark; empty without one. */
  readonly passage: string;
  /** The number of the jump that asked for the mark. */
  readonly serial: number;
  /** Called with the first element of the mark; without one if the page does not have the passage. */
  readonly onMark: (mark: HTMLElement | undefined) => void;
}

/** The text of a rendered page: its elements and their texts. */
interface PageText {
  readonly elements: readonly HTMLElement[];
  readonly items: readonly string[];
}

/** A page of a PDF: a picture, and above it its text, which can be selected and read aloud. */
export function PdfPage({ opened, index, size, top, passage, serial, onMark }: PdfPageProps) {
  const t = useTranslations("documents");
  const canvas = useRef<HTMLCanvasElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const [text, setText] = useState<PageText | "failed">();
  const [hasFailed, setFailed] = useState(false);
  const { width, height } = size;

  useEffect(() => {
    if (!canvas.current || !layer.current) return;
    const rendering = renderPage(opened, {
      index,
      size: { width, height },
      canvas: canvas.current,
      layer: layer.current,
    });
    rendering.text.then(setText, () => {
      if (!rendering.isCancelled()) setText("failed");
    });
    rendering.picture.catch(() => setFailed(!rendering.isCancelled()));
    return () => {
      rendering.cancel();
      setText(undefined);
      setFailed(false);
    };
  }, [opened, index, width, height]);

  const showMark = useEffectEvent(onMark);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another jump to the same passage scrolls to it again
  useEffect(() => {
    if (!text || passage === "") return;
    if (text === "failed") return showMark(undefined);
    if (isRemoved(text)) return;
    const marks = markText(text, passage);
    showMark(marks[0]);
    return () => {
      for (const mark of marks) unwrap(mark);
    };
  }, [text, passage, serial]);

  return (
    <section
      className={styles.sheet}
      aria-label={t("pageOf", { page: index + 1, pages: opened.pdf.numPages })}
      data-page-number={index + 1}
      // A canvas takes over the direction, and the library places letters from the left in every script.
      dir="ltr"
      style={{ inlineSize: width, blockSize: height, insetBlockStart: top }}
    >
      <canvas ref={canvas} className={styles.picture} />
      <div ref={layer} className={styles.layer} />
      {hasFailed && <p className={styles.unrendered}>{t("pageFailed")}</p>}
    </section>
  );
}

interface PageElements extends Pick<PdfPageProps, "index" | "size"> {
  readonly canvas: HTMLCanvasElement;
  readonly layer: HTMLElement;
}

interface PageRendering {
  /** Resolves when the text is in place. */
  readonly text: Promise<PageText>;
  /** Resolves when the picture is complete. */
  readonly picture: Promise<void>;
  isCancelled(): boolean;
  /** Stops and releases the memory of the picture. */
  cancel(): void;
}

/** Renders a page into its elements. */
function renderPage({ pdf, TextLayer }: OpenedPdf, { index, size, canvas, layer }: PageElements): PageRendering {
  const stops: (() => void)[] = [];
  let isCancelled = false;

  async function open() {
    const page = await pdf.getPage(index + 1);
    if (isCancelled) throw new Error("The page left the viewport.");
    stops.push(() => page.cleanup());
    return { page, scale: size.width / page.getViewport({ scale: 1 }).width };
  }
  const opening = open();

  async function renderPicture() {
    const { page, scale } = await opening;
    const { width, height } = canvasSize(size, devicePixelRatio);
    Object.assign(canvas, { width, height });
    const task = page.render({ canvas, viewport: page.getViewport({ scale: (scale * width) / size.width }) });
    stops.unshift(() => task.cancel());
    await task.promise;
  }

  async function renderText(): Promise<PageText> {
    const { page, scale } = await opening;
    const content = await page.getTextContent();
    if (isCancelled) throw new Error("The page left the viewport.");
    layer.style.setProperty("--total-scale-factor", String(scale));
    const textLayer = new TextLayer({
      textContentSource: content,
      container: layer,
      viewport: page.getViewport({ scale }),
    });
    stops.unshift(() => textLayer.cancel());
    await textLayer.render();
    return { elements: textLayer.textDivs, items: textLayer.textContentItemsStr };
  }

  return {
    text: renderText(),
    picture: renderPicture(),
    isCancelled: () => isCancelled,
    cancel() {
      isCancelled = true;
      for (const stop of stops) stop();
      layer.replaceChildren();
      // Browsers free the memory of an empty canvas at once.
      Object.assign(canvas, { width: 0, height: 0 });
    },
  };
}

/** Whether the text has left the page, which is about to be rendered again in another size. */
function isRemoved({ elements }: PageText): boolean {
  return elements.length > 0 && !elements.some(({ isConnected }) => isConnected);
}

/** Marks a passage in the text of a page. Returns the marks; none if the page does not have the passage. */
function markText({ elements, items }: PageText, passage: string): HTMLElement[] {
  return markedItems(items, passage).flatMap(({ item, start, end }) => {
    const text = elements[item]?.firstChild;
    if (!(text instanceof Text)) return [];
    const range = document.createRange();
    range.setStart(text, start);
    range.setEnd(text, end);
    const mark = document.createElement("mark");
    range.surroundContents(mark);
    return mark;
  });
}

/** Replaces a mark by its text. */
function unwrap(mark: HTMLElement): void {
  const parent = mark.parentElement;
  mark.replaceWith(...mark.childNodes);
  parent?.normalize();
}
