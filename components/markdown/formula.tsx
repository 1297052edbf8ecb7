import { useContext, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { tipProps } from "@/components/ui/tip-props";
import { loadOnce } from "./load-once";
import styles from "./markdown.module.css";
import { LiveContext, MessageStateContext } from "./message-look";
import { useLoaded } from "./use-loaded";

type Katex = typeof import("katex").default;

/**
 * Maximum length of TeX that is typeset, in characters: real formulas are shorter, and macro expansion could be abused.
 */
const maxTexLength = 5_000;

/** The fonts of nearly every formula. Other sizes and styles load with the formula that needs them. */
const commonFonts = ["1em KaTeX_Main", "italic 1em KaTeX_Math", "1em KaTeX_Size1", "1em KaTeX_Size2"];

/** Maximum time that formulas wait for their fonts, in milliseconds. */
const fontTimeoutMs = 500;

/**
 * Loads the fonts of formulas. Without them the browser searches all system fonts for each symbol, and the layout
 * shifts when they arrive. After a timeout the formula renders anyway.
 */
async function loadFonts(): Promise<void> {
  const letters = Promise.allSettled(commonFonts.map((font) => document.fonts?.load(font)));
  await Promise.race([letters, new Promise((resolve) => setTimeout(resolve, fontTimeoutMs))]);
}

const renderer = loadOnce("KaTeX", async () => {
  const [module] = await Promise.all([import("katex"), import("katex/dist/katex.min.css").then(loadFonts)]);
  return module.default;
});

/** Loads KaTeX with its fonts. */
export async function loadFormulas(): Promise<void> {
  await renderer.load();
}

/**
 * A formula. It shows its source until KaTeX has loaded, and if it cannot be typeset.
 *
 * Formulas of a growing message are typeset in separate tasks, after the frame with their text. While a formula is
 * incomplete, for example half a command, the previous result stays.
 */
export function Formula({ tex, isBlock = false }: { tex: string; isBlock?: boolean }) {
  const place = useRef<HTMLSpanElement>(null);
  // React renders the source once and never updates it; later content is set on the DOM directly.
  const [source] = useState(tex);
  const katex = useLoaded(renderer);
  const isLive = useContext(LiveContext);
  const { isGrowing } = useContext(MessageStateContext);
  const drawing = useRef<FormulaState>({ tex: source, isTypeset: false, isShown: false, hasGrown: false });
  const t = useTranslations("markdown");

  // Before the first paint, so that the source does not flash.
  useLayoutEffect(() => {
    const now = drawing.current;
    now.hasGrown ||= isGrowing;
    if (!place.current) return;
    const draw = () => place.current && renderInto(place.current, now, { katex, tex, isBlock, isLive });
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

/** The content of a formula's element, and its pending update. */
interface FormulaState {
  tex: string;
  isTypeset: boolean;
  /** False before the first result: the source is hidden for that moment. */
  isShown: boolean;
  /** True once its message has grown while visible. */
  hasGrown: boolean;
  waiting?: (() => unknown) | undefined;
  timer?: ReturnType<typeof setTimeout> | undefined;
}

interface FormulaRequest {
  readonly katex: Katex | null;
  readonly tex: string;
  readonly isBlock: boolean;
  readonly isLive: boolean;
}

/** Renders a formula into its element, unless it is unchanged. */
function renderInto(place: HTMLElement, drawing: FormulaState, { katex, tex, isBlock, isLive }: FormulaRequest): void {
  if (drawing.isTypeset && drawing.tex === tex) return;
  place.style.visibility = "";
  drawing.isShown = true;
  const formula = katex && typeset(katex, tex, isBlock);
  // While a message grows, keep the previous result. For invalid TeX the source is more useful than an error.
  if (!formula && isLive && drawing.isTypeset) return;
  if (formula) place.replaceChildren(...formula);
  else if (drawing.isTypeset || drawing.tex !== tex) place.textContent = tex;
  Object.assign(drawing, { tex, isTypeset: formula !== null });
}

/**
 * KaTeX builds elements instead of HTML text, with trust off and bounded expansion (docs/security.md#r74); null for
 * invalid TeX.
 */
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
