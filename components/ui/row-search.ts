"use client";
import { createContext, useContext } from "react";

/** The search around rows: whether it matches a row's text. Null outside a search; rows then have no ids. */
export const RowSearchContext = createContext<((words: readonly string[]) => boolean) | null>(null);

/** The note below settings that the operator has fixed; empty where they can be changed, as in a chat. */
export const FixedNoteContext = createContext("");

interface SearchedRow {
  readonly id?: string | undefined;
  readonly "data-row"?: "";
  readonly hidden?: boolean;
}

/**
 * Returns the props of a searchable row: its id, and whether the search hides it. A hidden row stays mounted, so that
 * it keeps its state.
 */
export function useRowSearch(anchor: string | undefined, words: readonly unknown[]): SearchedRow {
  const isFound = useContext(RowSearchContext);
  if (!isFound) return {};
  const texts = words.filter((word) => typeof word === "string");
  return { id: anchor, "data-row": "", hidden: !isFound(texts) };
}
