"use client";
import { ChevronDown, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "./class-names";
import styles from "./disclosure.module.css";
import { Icon } from "./icon";

export interface DisclosureProps {
  /** The part that is always visible. */
  readonly summary: ReactNode;
  readonly open?: boolean | undefined;
  readonly onToggle?: ((open: boolean) => void) | undefined;
  /** A bordered row with a chevron at the end, or a line of text with a chevron before it. */
  readonly look?: "framed" | "plain" | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A row that expands its content. */
export function Disclosure({ summary, open, onToggle, look = "framed", className, children }: DisclosureProps) {
  return (
    <details
      open={open}
      className={classNames(styles[look], className)}
      onToggle={(event) => event.target === event.currentTarget && onToggle?.(event.currentTarget.open)}
    >
      <summary>
        {look === "plain" && <Icon glyph={ChevronRight} size="chevron" flip className={styles.turn} />}
        {summary}
        {look === "framed" && <Icon glyph={ChevronDown} size="small" className={styles.chevron} />}
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  );
}
