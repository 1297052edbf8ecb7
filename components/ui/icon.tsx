import type { LucideIcon } from "lucide-react";
import { memo } from "react";
import { classNames } from "./class-names";
import styles from "./icon.module.css";

export type IconSize = keyof typeof sizes;

/** Size and stroke width in pixels: for rows and toolbars, buttons and message actions, chevrons. */
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
 * A decorative icon in the stroke weight of its size; the label is elsewhere. Memoized, because every button has one.
 */
export const Icon = memo(function Icon({ glyph: Glyph, size = "regular", flip = false, className }: IconProps) {
  return (
    <Glyph {...sizes[size]} aria-hidden="true" className={classNames(styles.icon, flip && styles.flip, className)} />
  );
});
