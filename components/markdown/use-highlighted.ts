import { createElement, Fragment, type ReactNode, useRef } from "react";
import { highlighterFor } from "./highlight";
import { useLoaded } from "./use-loaded";

/** Maximum length of code that is highlighted, in characters: longer code would block the tab. */
const maxHighlighted = 60_000;

/**
 * Returns code as highlighted elements, or as plain text until its language has loaded.
 *
 * Growing code is highlighted up to its last complete line, and again only when it has grown by 15 % and 80 characters.
 * So a long block takes linear time in total. The rest is plain text.
 */
export function useHighlighted(code: string, language: string, isLive: boolean): ReactNode {
  const last = useRef<{ source: string; content: ReactNode }>({ source: "", content: null });
  const highlight = useLoaded(code.length <= maxHighlighted ? highlighterFor(language) : null);

  if (!highlight) return code;
  const { source } = last.current;
  const isDue = !isLive || !code.startsWith(source) || code.length > source.length * 1.15 + 80;
  if (isDue && source !== code) {
    const end = isLive ? code.lastIndexOf("\n") + 1 : code.length;
    last.current = { source: code.slice(0, end), content: highlight(code.slice(0, end)) };
  }
  return createElement(Fragment, null, last.current.content, code.slice(last.current.source.length));
}
