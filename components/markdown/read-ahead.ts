import type { Root } from "mdast";
import { useEffect, useRef, useState } from "react";
import remarkParse from "remark-parse";
import { type PluggableList, type Processor, unified } from "unified";
import { plugins } from "./syntax";

/** The text that was read last, until it is drawn. */
let ahead: { readonly source: string; readonly tree: Root } | undefined;

const reader = unified().use(remarkParse).use(plugins);

/** The syntax of messages, where a text that has been read ahead is not read again as it is drawn. */
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
 * Returns a text that grows a task later than it comes, when it has been read: to find its blocks, to read the last one
 * and to draw it are three tasks, between which the page answers. A text that does not grow is answered as it is.
 */
export function useReadAhead(source: string, isGrowing: boolean): string {
  const [read, setRead] = useState(source);
  const latest = useRef(source);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // What begins to grow, or goes on, goes on from what is there.
  const [wasGrowing, setWasGrowing] = useState(isGrowing);
  if (wasGrowing !== isGrowing) setWasGrowing(isGrowing);
  if (read !== source && !(isGrowing && wasGrowing)) setRead(source);

  useEffect(() => {
    if (!isGrowing || source === read) return;
    latest.current = source;
    // One that waits takes what has come by then: a text that grows faster than it is read must not wait for its end.
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
    // It is read once more as it is drawn, where a failure shows the text as it is written.
    return undefined;
  }
}
