import type { ReactNode } from "react";

/** The chosen sources, and how to change them. */
export interface SourceChoice {
  /** The selected ids; servers have a prefix (`mcpChoice`). */
  readonly chosen: readonly string[];
  readonly onTurn: (source: string) => (isOn: boolean) => void;
  /** Returns the switches for the single tools of a chosen source. */
  readonly single: (source: string, name: string) => ReactNode;
}
