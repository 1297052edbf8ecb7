"use client";
import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import styles from "./chip.module.css";
import { classNames } from "./class-names";
import { Icon } from "./icon";

export interface ChipProps extends ComponentProps<"button"> {
  /** Makes it a toggle that is on or off. */
  readonly pressed?: boolean | undefined;
  readonly icon?: LucideIcon | undefined;
}

/** A small round button: a filter that is on or off, or a suggestion. */
export function Chip({ pressed, icon, className, children, ...rest }: ChipProps) {
  return (
    <button type="button" {...rest} aria-pressed={pressed} className={classNames(styles.chip, className)}>
      {icon && <Icon glyph={icon} size="small" />}
      {children}
    </button>
  );
}
