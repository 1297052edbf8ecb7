import { useLayoutEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { tipProps } from "@/components/ui/tip-props";
import { loadOnce } from "./load-once";
import styles from "./markdown.module.css";
import { useLoaded } from "./use-loaded";

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
 * KaTeX builds elements, not HTML text, with trust off and bounded expansion (security R7.4).
 */
export function Formula({ tex, isBlock = false }: { tex: string; isBlock?: boolean }) {
  const place = useRef<HTMLSpanElement>(null);
  const katex = useLoaded(renderer);
  const t = useTranslations("markdown");

  // Before the page is painted, so that the source does not flash.
  useLayoutEffect(() => {
    if (!katex || !place.current || tex.length > maxTexLength) return;
    const options = {
      displayMode: isBlock,
      throwOnError: true,
      trust: false,
      strict: "ignore",
      maxExpand: 500,
    } as const;
    try {
      katex.render(tex, place.current, { ...options, maxSize: 40, output: "htmlAndMathml" });
    } catch {
      // Bad TeX, or TeX that is still being written: its source says more than an error would.
      place.current.textContent = tex;
    }
  }, [katex, tex, isBlock]);

  return (
    <span
      className={isBlock ? styles.mathBlock : styles.math}
      dir="ltr"
      ref={place}
      data-tex={tex}
      {...tipProps(t("copyTex"))}
    >
      {tex}
    </span>
  );
}
