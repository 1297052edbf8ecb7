"use client";
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import {
  layOutPages,
  type PageLayout,
  type PageRange,
  pageGap,
  pageInView,
  pagesToRender,
  sameScrollTop,
} from "@/lib/documents/page-layout";
import type { OpenedPdf } from "@/store/chats/open-pdf";
import styles from "./document-viewer.module.css";
import { PdfPage } from "./pdf-page";
import { scrollToMark } from "./scroll-to-mark";
import { usePageSizes } from "./use-page-sizes";

/** A page to scroll to. */
export interface PageJump {
  readonly index: number;
  /** The passage of the page that is marked; empty without one. */
  readonly passage: string;
  /** Another number for each jump, also to the same page. */
  readonly serial: number;
}

interface PdfPagesProps {
  readonly opened: OpenedPdf;
  readonly jump: PageJump;
  readonly scroller: RefObject<HTMLElement | null>;
  /** Called with the index of the page that is read. */
  readonly onPage: (index: number) => void;
  /** Called if the page does not have the passage. */
  readonly onMissing: () => void;
}

/** The pages of a PDF below each other, of which those near the viewport are rendered. */
export function PdfPages({ opened, jump, scroller, onPage, onMissing }: PdfPagesProps) {
  const sizes = usePageSizes(opened);
  const width = useContentWidth(scroller);
  const layout = useMemo(() => (width > 0 ? layOutPages(sizes, width - 2 * pageGap) : undefined), [sizes, width]);
  const range = useRenderedRange(scroller, layout, jump, onPage);
  // The mark of each jump is scrolled to once; afterwards its page may be rendered again.
  const scrolled = useRef(0);

  function showMark(mark: HTMLElement | undefined) {
    if (!mark) onMissing();
    else if (scroller.current && scrolled.current !== jump.serial) {
      scrolled.current = jump.serial;
      scrollToMark(scroller.current, mark);
    }
  }

  if (!layout) return null;
  // The pages come after the box has its height, without which it could not be scrolled to one of them.
  const { first, last } = range ?? { first: 0, last: -1 };
  const indexes = Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
  return (
    <div className={styles.pages} style={{ blockSize: layout.height }}>
      {/* The library measures text on canvases that it adds to the page. They, and so this rule, stay after closing. */}
      <style href="pdf-canvases" precedence="pdf">
        {".hiddenCanvasElement { display: none; }"}
      </style>
      {indexes.map((index) => (
        <PdfPage
          key={index}
          opened={opened}
          index={index}
          size={layout.pages[index] ?? opened.firstSize}
          top={layout.tops[index] ?? 0}
          passage={index === jump.index ? jump.passage : ""}
          serial={jump.serial}
          onMark={showMark}
        />
      ))}
    </div>
  );
}

/** Returns the width inside of a box, without its scrollbar; 0 before it is known. */
function useContentWidth(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const node = box.current;
    if (!node) return;
    const update = () => setWidth(node.clientWidth);
    update();
    const observer = new ResizeObserver(update);
    observer.observe(node);
    return () => observer.disconnect();
  }, [box]);
  return width;
}

/** Returns the pages to render. Keeps the place when the layout changes, and scrolls to the page of each jump. */
function useRenderedRange(
  scroller: RefObject<HTMLElement | null>,
  layout: PageLayout | undefined,
  jump: PageJump,
  onPage: (index: number) => void,
): PageRange | undefined {
  const [range, setRange] = useState<PageRange>();
  const previous = useRef<PageLayout>(undefined);
  const jumped = useRef(0);

  // The last page and small pages cannot be scrolled to the top. They count as read until the user scrolls.
  const jumpedTo = useRef(-1);

  const update = useEffectEvent(() => {
    const box = scroller.current;
    if (!box || !layout) return;
    const next = pagesToRender(layout, box.scrollTop, box.clientHeight);
    setRange((known) => (known && known.first === next.first && known.last === next.last ? known : next));
    if (box.scrollTop !== jumpedTo.current) onPage(pageInView(layout, box.scrollTop, box.clientHeight));
  });

  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box || !layout) return;
    const isSettled = box.scrollTop === jumpedTo.current;
    if (jumped.current !== jump.serial) box.scrollTop = (layout.tops[jump.index] ?? 0) - pageGap;
    else if (previous.current) box.scrollTop = sameScrollTop(previous.current, layout, box.scrollTop);
    if (isSettled || jumped.current !== jump.serial) jumpedTo.current = box.scrollTop;
    jumped.current = jump.serial;
    previous.current = layout;
    update();
  }, [layout, jump, scroller]);

  useEffect(() => {
    const box = scroller.current;
    const onScroll = () => update();
    box?.addEventListener("scroll", onScroll, { passive: true });
    return () => box?.removeEventListener("scroll", onScroll);
  }, [scroller]);
  return range;
}
