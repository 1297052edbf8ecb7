"use client";
import { TextQuote } from "lucide-react";
import { type CSSProperties, useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { Icon } from "@/components/ui/icon";
import { useChats } from "@/store/chats/chats";
import { quoteText, selectedPassage } from "./quote";
import styles from "./selection-quote.module.css";

/** Delay after the last change of a selection, in milliseconds. */
const settleMs = 200;
/** Distance from the selection, and space that the button needs below it, in pixels. */
const gapPx = 6;
const heightPx = 48;
const widthPx = 120;

interface Place {
  readonly text: string;
  /** Position in pixels of the viewport. */
  readonly top: number;
  readonly left: number;
}

/** The button beside a text that is selected in a message: it quotes the text in the message box. */
export function SelectionQuote() {
  const t = useTranslations("thread");
  const [place, setPlace] = useState<Place>();

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isPressed = false;
    const hide = () => setPlace(undefined);
    const look = () => {
      clearTimeout(timer);
      // While the pointer still selects, the button would be in its way.
      timer = setTimeout(() => !isPressed && setPlace(placeOf()), settleMs);
    };
    const press = ({ target }: Event) => {
      isPressed = true;
      if (!(target instanceof Element && target.closest("[data-quote]"))) hide();
    };
    const release = () => {
      isPressed = false;
      look();
    };
    const stop = new AbortController();
    const { signal } = stop;
    document.addEventListener("selectionchange", look, { signal });
    document.addEventListener("pointerdown", press, { signal, capture: true });
    document.addEventListener("pointerup", release, { signal, capture: true });
    document.addEventListener("pointercancel", release, { signal, capture: true });
    const scroll = () => {
      // The button does not move with the text; it returns when the text stops.
      hide();
      // Unlike `isCollapsed`, the type is known without a layout, which this would force in each frame.
      if (getSelection()?.type === "Range") look();
    };
    document.addEventListener("scroll", scroll, { signal, capture: true, passive: true });
    // A selection made before this code was loaded.
    look();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, []);

  if (!place) return null;
  return (
    <button
      type="button"
      data-quote
      className={styles.quote}
      style={{ "--top": `${place.top}px`, "--left": `${place.left}px` } as CSSProperties}
      // Otherwise pressing the button would clear the selection.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        quoteText(useChats.getState().currentId, place.text);
        getSelection()?.removeAllRanges();
        setPlace(undefined);
      }}
    >
      <Icon glyph={TextQuote} size="small" />
      {t("quote")}
    </button>
  );
}

/** Returns the position of the button below the end of the selection; above its start at the end of the window. */
function placeOf(): Place | undefined {
  const passage = selectedPassage();
  if (!passage) return undefined;
  const rects = [...passage.range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
  const [first, last] = [rects[0], rects.at(-1)];
  if (!first || !last) return undefined;
  const below = last.bottom + gapPx;
  const hasSpace = below + heightPx < innerHeight;
  const rect = hasSpace ? last : first;
  return {
    text: passage.text,
    top: hasSpace ? below : Math.max(gapPx, first.top - gapPx - heightPx),
    left: Math.min(Math.max(gapPx, rect.right - widthPx / 2), innerWidth - widthPx),
  };
}
