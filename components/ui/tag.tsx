import type { ReactNode } from "react";
import { classNames } from "./class-names";
import styles from "./tag.module.css";

export interface TagProps {
  readonly tone?: "neutral" | "ok" | "bad" | "warn" | "info" | undefined;
  /** A dot before the word, for a state; the word alone states it, too. */
  readonly dot?: boolean | undefined;
  /** Without a fill, as in the head of a row. */
  readonly bare?: boolean | undefined;
  readonly children: ReactNode;
}

/** A label of status or kind. */
export function Tag({ tone = "neutral", dot = false, bare = false, children }: TagProps) {
  return (
    <span className={classNames(styles.tag, styles[tone], bare && styles.bare)}>
      {dot && <span aria-hidden="true" className={styles.dot} />}
      {children}
    </span>
  );
}
