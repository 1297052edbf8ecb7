import { useEffect, useRef, useState } from "react";
import styles from "./markdown.module.css";

type Katex = typeof import("katex").default;

/** Longer TeX stays source: no formula that a person reads comes near it, and expansion is what makes bombs. */
const maxTexLength = 20_000;

/**
 * Draws a formula; its source, in the same place, until KaTeX has loaded and whenever it cannot be drawn.
 *
 * KaTeX builds elements, not HTML text, with trust off and bounded expansion (security R7.4).
 */
export function Formula({ tex, isBlock = false }: { tex: string; isBlock?: boolean }) {
  const place = useRef<HTMLSpanElement>(null);
  const [katex, setKatex] = useState<Katex | null>(loaded);

  useEffect(() => {
    let isCurrent = true;
    if (!katex) void loadKatex().then((module) => isCurrent && setKatex(() => module));
    return () => {
      isCurrent = false;
    };
  }, [katex]);

  useEffect(() => {
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
    <span className={isBlock ? styles.mathBlock : styles.math} dir="ltr" ref={place}>
      {tex}
    </span>
  );
}

let loaded: Katex | null = null;

async function loadKatex(): Promise<Katex> {
  const [module] = await Promise.all([import("katex"), import("katex/dist/katex.min.css")]);
  loaded = module.default;
  return loaded;
}
