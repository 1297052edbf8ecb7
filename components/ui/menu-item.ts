import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface MenuRow {
  readonly id: string;
  readonly label: string;
  readonly icon?: LucideIcon | undefined;
  /** Mirrors a directional icon in right-to-left pages. */
  readonly flip?: boolean | undefined;
  /** The keys that do the same, as `Mod Shift O`. */
  readonly keys?: string | undefined;
  readonly danger?: boolean | undefined;
  readonly separatorBefore?: boolean | undefined;
}

/** A row that does something; with `checked` it is one that is on or off. */
export interface MenuAction extends MenuRow {
  readonly checked?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly onSelect: () => void;
}

/** A row that leads somewhere. */
export interface MenuLink extends MenuRow {
  readonly href: string;
  /** Leads away from the product, in a new tab. */
  readonly external?: boolean | undefined;
}

export type MenuItem = MenuAction | MenuLink;

/** What both forms of an open menu are given. */
export interface MenuSurfaceProps {
  readonly label: string;
  readonly closeLabel: string;
  readonly items: readonly MenuItem[];
  /** What the menu opens from, and where the focus returns to. */
  readonly anchor: HTMLElement;
  /** Where it opens instead of beside the anchor, in pixels of the window: at the pointer. */
  readonly at?: { readonly x: number; readonly y: number } | undefined;
  readonly align: "start" | "end";
  /** Opened by a key: the first row takes the focus. */
  readonly isByKey: boolean;
  readonly sheetTop: ReactNode;
  readonly onClose: () => void;
}
