import { CircleAlert, Info, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "./class-names";
import { Icon } from "./icon";
import styles from "./notice.module.css";

export interface NoticeProps {
  readonly kind: "error" | "warn" | "info";
  readonly icon?: LucideIcon | undefined;
  /** What happened, in plain words. */
  readonly heading: string;
  /** Its level among the headings of the page; 3 by default, whatever its look. */
  readonly level?: 2 | 3 | 4 | undefined;
  readonly text?: ReactNode;
  /** Raw text of the other side, folded under its label. */
  readonly detail?: { readonly label: string; readonly text: string } | undefined;
  /** Buttons for the way on. */
  readonly actions?: ReactNode;
  /** Says itself to screen readers when it appears. */
  readonly isAlert?: boolean | undefined;
}

const icons = { error: CircleAlert, warn: TriangleAlert, info: Info } as const;

/** A tinted card that stands where the thing would be which did not come. */
export function Notice(props: NoticeProps) {
  const { kind, icon = icons[kind], heading, level = 3, text, detail, actions, isAlert = false } = props;
  const Heading = `h${level}` as const;
  return (
    <div role={isAlert ? "alert" : undefined} className={classNames(styles.notice, styles[kind])}>
      <Icon glyph={icon} className={styles.icon} />
      <Heading className={styles.heading}>{heading}</Heading>
      {text && <div className={styles.text}>{text}</div>}
      {detail && (
        <details className={styles.detail}>
          <summary>{detail.label}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <pre tabIndex={0}>{detail.text}</pre>
        </details>
      )}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
