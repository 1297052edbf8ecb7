import type { ReactNode } from "react";
import { classNames } from "./class-names";
import styles from "./empty-state.module.css";

export interface EmptyStateProps {
  /** One sentence that says what is not there. */
  readonly heading: string;
  /** Its level among the headings of the page; 2 by default. */
  readonly level?: 1 | 2 | 3 | undefined;
  readonly text?: ReactNode;
  /** One way on. */
  readonly action?: ReactNode;
  /** In the large type of a greeting. */
  readonly isGreeting?: boolean | undefined;
}

/** Stands where there is nothing yet, with one way on. */
export function EmptyState({ heading, level = 2, text, action, isGreeting = false }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={styles.empty}>
      <Heading className={classNames(styles.heading, isGreeting && styles.greeting)}>{heading}</Heading>
      {text && <p>{text}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
