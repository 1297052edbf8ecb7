import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface MenuRow {
  readonly id: string;
  readonly label: string;
  readonly icon?: LucideIcon | undefined;
  /** Mirrors a directional icon in right-to-left pages. */
  readonly flip?: boolean | undefined;
  /** The keyboard shortcut, as `Mod Shift O`. */
  readonly keys?: string | undefined;
  readonly danger?: boolean | undefined;
  readonly separatorBefore?: boolean | undefined;
}

/** A row with an action; with `checked` it is a checkable item. */
export interface MenuAction extends MenuRow {
  readonly checked?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly onSelect: () => void;
}

/** A row with a link. */
export interface MenuLink extends MenuRow {
  readonly href: string;
  /** Opens outside the product, in a new tab. */
  readonly external?: boolean | undefined;
}

export type MenuItem = MenuAction | MenuLink;

/** Props of both forms of an open menu. */
export interface MenuSurfaceProps {
  readonly label: string;
  readonly closeLabel: string;
  readonly items: readonly MenuItem[];
  /** The element that opens the menu; the focus returns to it. */
  readonly anchor: HTMLElement;
  /** Position in pixels of the window, instead of beside the anchor: that of the pointer. */
  readonly at?: { readonly x: number; readonly y: number } | undefined;
  readonly align: "start" | "end";
  /** True if a key opened it; then the first row takes the focus. */
  readonly isByKey: boolean;
  readonly sheetTop: ReactNode;
  readonly onClose: () => void;
}
