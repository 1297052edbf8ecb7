import type { LucideIcon } from "lucide-react";
import { memo } from "react";
import { classNames } from "./class-names";
import styles from "./icon.module.css";

export type IconSize = keyof typeof sizes;

/** Pixels and stroke width: rows and toolbars, buttons and message actions, chevrons. */
const sizes = {
  regular: { size: 18, strokeWidth: 1.75 },
  small: { size: 16, strokeWidth: 1.75 },
  chevron: { size: 14, strokeWidth: 2 },
} as const;

export interface IconProps {
  readonly glyph: LucideIcon;
  readonly size?: IconSize | undefined;
  /** Mirrors a directional icon (chevron, arrow, panel) in right-to-left pages. */
  readonly flip?: boolean | undefined;
  readonly className?: string | undefined;
}

/**
 * Draws an icon in the weight of its size; it is decoration, the words stand elsewhere. Every button has one: it is not
 * drawn again with what it stands in.
 */
export const Icon = memo(function Icon({ glyph: Glyph, size = "regular", flip = false, className }: IconProps) {
  return (
    <Glyph {...sizes[size]} aria-hidden="true" className={classNames(styles.icon, flip && styles.flip, className)} />
  );
});
