import type { Root } from "hast";
import { toJsxRuntime } from "hast-util-to-jsx-runtime";
import { createLowlight, type LanguageFn } from "lowlight";
import type { ReactNode } from "react";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";

/** Returns the function that highlights code of one language as elements, without HTML text. */
export function createHighlighter(grammar: LanguageFn): (code: string) => ReactNode {
  const lowlight = createLowlight({ code: grammar });
  return (code) => toElements(lowlight.highlight("code", code));
}

function toElements(tree: Root): ReactNode {
  return toJsxRuntime(tree, { Fragment, jsx, jsxs });
}
