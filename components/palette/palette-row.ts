import type { ReactNode } from "react";
import type { Piece } from "@/lib/search/excerpt";

/** Something that can be chosen in the palette. */
export interface PaletteRow {
  /** Unique among all rows; by it a choice is remembered. */
  readonly id: string;
  readonly label: string;
  /** What was found in it, with what was looked for marked. */
  readonly excerpt?: readonly Piece[] | undefined;
  /** When it was used last, in milliseconds since the epoch. */
  readonly date?: number | undefined;
  /** What is said of it at the end of its row. */
  readonly detail?: string | undefined;
  /** The keys that do the same, as `Mod Shift O`. */
  readonly keys?: string | undefined;
  readonly leading: ReactNode;
  /** Further words by which it is found. */
  readonly keywords?: string | undefined;
  readonly run: () => void;
}

/** Rows under a caption. */
export interface PaletteGroup {
  readonly id: string;
  readonly label: string;
  readonly rows: readonly PaletteRow[];
}
