import type { ReactNode } from "react";
import { classNames } from "./class-names";
import styles from "./empty-state.module.css";

export interface EmptyStateProps {
  /** A sentence that names what is missing. */
  readonly heading: string;
  /** The heading level; 2 by default. */
  readonly level?: 1 | 2 | 3 | undefined;
  readonly text?: ReactNode;
  /** The product's logo above the heading, for a page or results that do not exist. */
  readonly mark?: ReactNode;
  /** One action that helps. */
  readonly action?: ReactNode;
  /** Uses the large type of a greeting. */
  readonly isGreeting?: boolean | undefined;
}

/** The state of an empty screen or list, with one action. */
export function EmptyState({ heading, level = 2, text, mark, action, isGreeting = false }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={styles.empty}>
      {mark && <div className={styles.mark}>{mark}</div>}
      <Heading className={classNames(styles.heading, isGreeting && styles.greeting)}>{heading}</Heading>
      {text && <p>{text}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
