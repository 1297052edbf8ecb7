import { useContext, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { tipProps } from "@/components/ui/tip-props";
import { loadOnce } from "./load-once";
import styles from "./markdown.module.css";
import { LiveContext, MessageStateContext } from "./message-look";
import { useLoaded } from "./use-loaded";

type Katex = typeof import("katex").default;

/** Longer TeX stays source: no formula that a person reads comes near it, and expansion is what makes bombs. */
const maxTexLength = 5_000;

/** What nearly every formula is set in. Other sizes and styles come with the formula that needs them. */
const commonFonts = ["1em KaTeX_Main", "italic 1em KaTeX_Math", "1em KaTeX_Size1", "1em KaTeX_Size2"];

/** How long formulas wait for their fonts, in milliseconds. */
const fontPatienceMs = 500;

/**
 * Loads the letters of formulas: one that is laid out without them has each of its signs looked for in all fonts of the
 * computer, and moves when they come. Where they do not come in time it is drawn all the same.
 */
async function loadFonts(): Promise<void> {
  const letters = Promise.allSettled(commonFonts.map((font) => document.fonts?.load(font)));
  await Promise.race([letters, new Promise((resolve) => setTimeout(resolve, fontPatienceMs))]);
}

const renderer = loadOnce("KaTeX", async () => {
  const [module] = await Promise.all([import("katex"), import("katex/dist/katex.min.css").then(loadFonts)]);
  return module.default;
});

/**
 * Draws a formula; its source, in the same place, until KaTeX has loaded and whenever it cannot be drawn.
 *
 * Those of a message that grows are drawn in tasks of their own, apart from the frame that brings their letters; where
 * what one has become is not complete, such as half a command, what was drawn before stays until it is.
 */
export function Formula({ tex, isBlock = false }: { tex: string; isBlock?: boolean }) {
  const place = useRef<HTMLSpanElement>(null);
  // React writes it once and never again: what stands in the place from then on, is put there past React.
  const [source] = useState(tex);
  const katex = useLoaded(renderer);
  const isLive = useContext(LiveContext);
  const { isGrowing } = useContext(MessageStateContext);
  const drawing = useRef<Drawing>({ tex: source, isTypeset: false, isShown: false, hasGrown: false });
  const t = useTranslations("markdown");

  // Before the page is painted, so that the source does not flash.
  useLayoutEffect(() => {
    const now = drawing.current;
    now.hasGrown ||= isGrowing;
    if (!place.current) return;
    const draw = () => place.current && drawIn(place.current, now, { katex, tex, isBlock, isLive });
    if (!now.hasGrown || !katex) return void draw();
    if (!now.isShown) place.current.style.visibility = "hidden";
    now.waiting = draw;
    now.timer ??= setTimeout(() => {
      now.timer = undefined;
      now.waiting?.();
    });
  }, [katex, tex, isBlock, isLive, isGrowing]);

  useEffect(() => {
    const now = drawing.current;
    return () => {
      clearTimeout(now.timer);
      now.timer = undefined;
    };
  }, []);

  return (
    <span
      className={isBlock ? styles.mathBlock : styles.math}
      dir="ltr"
      ref={place}
      data-tex={tex}
      {...tipProps(t("copyTex"))}
    >
      {source}
    </span>
  );
}

/** What stands in the place of a formula, and what is to come. */
interface Drawing {
  tex: string;
  isTypeset: boolean;
  /** False before its first drawing: its source is not to be seen for that moment. */
  isShown: boolean;
  /** True once its message has grown before the reader's eyes. */
  hasGrown: boolean;
  waiting?: (() => unknown) | undefined;
  timer?: ReturnType<typeof setTimeout> | undefined;
}

interface Asked {
  readonly katex: Katex | null;
  readonly tex: string;
  readonly isBlock: boolean;
  readonly isLive: boolean;
}

/** Puts into the place what is asked; the same is not drawn twice. */
function drawIn(place: HTMLElement, drawing: Drawing, { katex, tex, isBlock, isLive }: Asked): void {
  if (drawing.isTypeset && drawing.tex === tex) return;
  place.style.visibility = "";
  drawing.isShown = true;
  const formula = katex && typeset(katex, tex, isBlock);
  // What was drawn of one that is still being written stays; of bad TeX the source says more than an error would.
  if (!formula && isLive && drawing.isTypeset) return;
  if (formula) place.replaceChildren(...formula);
  else if (drawing.isTypeset || drawing.tex !== tex) place.textContent = tex;
  Object.assign(drawing, { tex, isTypeset: formula !== null });
}

/** KaTeX builds elements, not HTML text, with trust off and bounded expansion (security R7.4); null for bad TeX. */
function typeset(katex: Katex, tex: string, isBlock: boolean): NodeListOf<ChildNode> | null {
  if (tex.length > maxTexLength) return null;
  const options = { displayMode: isBlock, throwOnError: true, trust: false, strict: "ignore", maxExpand: 500 } as const;
  const aside = document.createElement("span");
  try {
    katex.render(tex, aside, { ...options, maxSize: 40, output: "htmlAndMathml" });
    return aside.childNodes;
  } catch {
    return null;
  }
}
