import type { Root } from "mdast";
import { useEffect, useRef, useState } from "react";
import remarkParse from "remark-parse";
import { type PluggableList, type Processor, unified } from "unified";
import { plugins } from "./syntax";

/** The text that was parsed last, until it is rendered. */
let ahead: { readonly source: string; readonly tree: Root } | undefined;

const reader = unified().use(remarkParse).use(plugins);

/** The Markdown plugins, with one that reuses the tree of a text parsed in advance. */
export const pluginsReadAhead: PluggableList = [...plugins, takeAhead];

function takeAhead(this: Processor): void {
  const { parser } = this;
  this.parser = (source, file) => {
    const known = ahead?.source === source ? ahead.tree : undefined;
    ahead = undefined;
    if (known) return known;
    if (!parser) throw new TypeError("Markdown has no parser.");
    return parser(source, file);
  };
}

/**
 * Returns a growing text one task later, when it has been parsed. So splitting it into blocks, parsing the last one and
 * rendering it are three tasks, between which the tab stays responsive. A text that does not grow is returned
 * unchanged.
 */
export function useReadAhead(source: string, isGrowing: boolean): string {
  const [read, setRead] = useState(source);
  const latest = useRef(source);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // A text that starts or continues to grow begins with its current state.
  const [wasGrowing, setWasGrowing] = useState(isGrowing);
  if (wasGrowing !== isGrowing) setWasGrowing(isGrowing);
  if (read !== source && !(isGrowing && wasGrowing)) setRead(source);

  useEffect(() => {
    if (!isGrowing || source === read) return;
    latest.current = source;
    // A pending task parses the text as it is by then, so a text that grows faster than it is parsed does not starve.
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      ahead = readAhead(latest.current);
      setRead(latest.current);
    });
  }, [source, read, isGrowing]);

  useEffect(() => {
    if (!isGrowing) return;
    return () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, [isGrowing]);

  return isGrowing ? read : source;
}

function readAhead(source: string): typeof ahead {
  try {
    return { source, tree: reader.parse(source) };
  } catch {
    // The render parses it again, where an error boundary shows the plain text.
    return undefined;
  }
}
