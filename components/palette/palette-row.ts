import type { ReactNode } from "react";
import type { Piece } from "@/lib/search/excerpt";

/** An entry of the palette. */
export interface PaletteRow {
  /** Unique among all rows; choices are stored by it. */
  readonly id: string;
  readonly label: string;
  /** An excerpt with the search words marked. */
  readonly excerpt?: readonly Piece[] | undefined;
  /** Time of last use, in milliseconds since the epoch. */
  readonly date?: number | undefined;
  /** A note at the end of the row. */
  readonly detail?: string | undefined;
  /** An explanation below the label. */
  readonly note?: string | undefined;
  /** The keyboard shortcut, as `Mod Shift O`. */
  readonly keys?: string | undefined;
  readonly leading: ReactNode;
  /** Additional search words. */
  readonly keywords?: string | undefined;
  readonly run: () => void;
}

/** Rows under a caption. */
export interface PaletteGroup {
  readonly id: string;
  readonly label: string;
  readonly rows: readonly PaletteRow[];
}
