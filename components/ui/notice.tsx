import { CircleAlert, Info, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "./class-names";
import { Disclosure } from "./disclosure";
import { Icon } from "./icon";
import styles from "./notice.module.css";

export interface NoticeProps {
  readonly kind: "error" | "warn" | "info";
  readonly icon?: LucideIcon | undefined;
  /** The event in plain words. */
  readonly heading: string;
  /** The heading level; 3 by default, independent of its style. */
  readonly level?: 2 | 3 | 4 | undefined;
  readonly text?: ReactNode;
  /** Raw text of the other side, collapsed under a label. */
  readonly detail?: { readonly label: string; readonly text: string } | undefined;
  /** Buttons that help. */
  readonly actions?: ReactNode;
  /** Announces itself to screen readers when it appears. */
  readonly isAlert?: boolean | undefined;
}

const icons = { error: CircleAlert, warn: TriangleAlert, info: Info } as const;

/** A tinted card in place of something that failed or is missing. */
export function Notice(props: NoticeProps) {
  const { kind, icon = icons[kind], heading, level = 3, text, detail, actions, isAlert = false } = props;
  const Heading = `h${level}` as const;
  return (
    <div role={isAlert ? "alert" : undefined} className={classNames(styles.notice, styles[kind])}>
      <Icon glyph={icon} className={styles.icon} />
      <Heading className={styles.heading}>{heading}</Heading>
      {text && <div className={styles.text}>{text}</div>}
      {detail && (
        <Disclosure look="plain" summary={detail.label} className={styles.detail}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
          <pre tabIndex={0}>{detail.text}</pre>
        </Disclosure>
      )}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
