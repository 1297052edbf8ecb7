import { Component, type ReactNode, type RefObject } from "react";
import { readingLine, topOfLine } from "./reading-line";

interface KeepLineProps {
  readonly content: RefObject<HTMLElement | null>;
  /** Whether parts of the content are replaced, such as unformatted text by formatted blocks. */
  readonly isReplacing: boolean;
  readonly children: ReactNode;
}

/** Distances by which rounded scroll positions move a line between two changes, in pixels: in one step, and in several. */
const stepPx = 1;
const roundingPx = 4;
/** Time after an input in which the list may still be scrolling by it, in milliseconds. */
const scrollingMs = 1500;
/** Inputs that scroll. */
const inputs = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

interface Kept {
  readonly scroller: HTMLElement;
  readonly from: number;
  readonly top: number;
  /** The scroll position at which the line was there, in pixels. */
  readonly scrollTop: number;
}

/**
 * Keeps the line that the user reads in its position while unformatted text around it is replaced. The browser's scroll
 * anchoring cannot: it follows an element, and that element is replaced.
 *
 * A class, because hooks cannot measure right before React changes the elements.
 */
export class KeepLine extends Component<KeepLineProps> {
  /** The line after the last change. Measuring it anew each time would add up rounded scroll positions. */
  private last: Kept | undefined;
  private scrolledAt = 0;
  private listening: AbortController | undefined;

  override componentWillUnmount(): void {
    this.listening?.abort();
    this.listening = undefined;
  }

  /** Notes inputs that scroll. Only a text that is replaced around the reader needs that. */
  private listenTo(scroller: HTMLElement): void {
    if (this.listening) return;
    this.listening = new AbortController();
    const onInput = () => {
      this.scrolledAt = performance.now();
    };
    for (const input of inputs) {
      scroller.addEventListener(input, onInput, { passive: true, signal: this.listening.signal });
    }
  }

  override getSnapshotBeforeUpdate(previous: KeepLineProps): Kept | null {
    const content = this.props.content.current;
    if (!content || !(previous.isReplacing || this.props.isReplacing)) return null;
    const scroller = content.closest<HTMLElement>('[role="log"]');
    // A list that follows its end is scrolled by `useStickToBottom`.
    if (!scroller || scroller.hasAttribute("data-following")) return null;
    const line = readingLine(content, scroller);
    if (!line) return null;
    this.listenTo(scroller);
    const isScrolling = performance.now() - this.scrolledAt < scrollingMs;
    const last = this.last?.scroller === scroller ? this.last : undefined;
    const isSameLine = last !== undefined && !hasScrolled(last, topOfLine(content, last.from), isScrolling);
    // During this change, the browser would scroll for an element that moves although the line does not.
    scroller.style.overflowAnchor = "none";
    return isSameLine ? last : { scroller, scrollTop: scroller.scrollTop, ...line };
  }

  override componentDidUpdate(_props: KeepLineProps, _state: unknown, kept: Kept | null): void {
    this.last = undefined;
    const content = this.props.content.current;
    if (!kept || !content) return;
    const top = topOfLine(content, kept.from);
    if (top !== undefined) {
      const moved = Math.round(top - kept.top);
      if (moved !== 0) kept.scroller.scrollTop += moved;
      this.last = { ...kept, scrollTop: kept.scroller.scrollTop };
    }
    kept.scroller.style.overflowAnchor = "";
  }

  override render(): ReactNode {
    return this.props.children;
  }
}

/**
 * Returns whether the list was scrolled since the last change. A line that moved for another reason, such as a height
 * above it that was only estimated, is moved back.
 *
 * @param top the current upper edge of the line, in pixels
 * @param isScrolling true while the list may still be scrolling by an input
 */
function hasScrolled(last: Kept, top: number | undefined, isScrolling: boolean): boolean {
  if (top === undefined) return true;
  const moved = top - last.top;
  if (isScrolling) return Math.abs(moved) >= stepPx;
  // A call that scrolls, such as a jump to a found text, moves the line by exactly that distance.
  const scrolled = last.scroller.scrollTop - last.scrollTop;
  return Math.abs(moved) >= roundingPx && Math.abs(moved + scrolled) <= roundingPx;
}
