"use client";
import { createContext, useContext } from "react";

/** Whether the search that goes on around rows finds one by its words. None: nobody searches here, and rows have no addresses. */
export const RowSearchContext = createContext<((words: readonly string[]) => boolean) | null>(null);

interface SearchedRow {
  readonly id?: string | undefined;
  readonly "data-row"?: "";
  readonly hidden?: boolean;
}

/**
 * Returns what a row carries where rows are searched: its address, and whether the search passes it over. A row that is
 * passed over stays in the page, so that what happens in it goes on.
 */
export function useRowSearch(anchor: string | undefined, words: readonly unknown[]): SearchedRow {
  const isFound = useContext(RowSearchContext);
  if (!isFound) return {};
  const texts = words.filter((word) => typeof word === "string");
  return { id: anchor, "data-row": "", hidden: !isFound(texts) };
}
