"use client";
import { type ReactNode, useContext, useId } from "react";
import { classNames } from "./class-names";
import { LabellingContext } from "./labelling";
import styles from "./list-row.module.css";

export interface ListRowProps {
  readonly id?: string | undefined;
  readonly title: ReactNode;
  readonly subtitle?: ReactNode;
  /** Makes the whole row the label of its one control, a switch or a field; never with buttons. */
  readonly isLabel?: boolean | undefined;
  /** Holds a field, a slider or segments: they get more room, and on a phone stand below the words. */
  readonly wide?: boolean | undefined;
  readonly className?: string | undefined;
  /** Controls of the kit; they take the title as their name and the subtitle as their description. */
  readonly children?: ReactNode;
}

/** A row of settings: words at the start, a control at the end. */
export function ListRow({
  id: rowId,
  title,
  subtitle,
  isLabel = false,
  wide = false,
  className,
  children,
}: ListRowProps) {
  const id = useId();
  const around = useContext(LabellingContext);
  const labelling = {
    labelledBy: `${id}-title`,
    describedBy: subtitle ? `${id}-subtitle` : around.describedBy,
  };
  const Row = isLabel ? "label" : "div";
  return (
    <Row id={rowId} className={classNames(styles.row, wide && styles.wide, className)}>
      <span className={styles.words}>
        <span id={`${id}-title`} className={styles.title}>
          {title}
        </span>
        {subtitle && (
          <span id={`${id}-subtitle`} className={styles.subtitle}>
            {subtitle}
          </span>
        )}
      </span>
      <LabellingContext value={labelling}>
        <span className={styles.control}>{children}</span>
      </LabellingContext>
    </Row>
  );
}

/** Rows that belong together, between two lines. */
export function ListRows({ children }: { readonly children: ReactNode }) {
  return <div className={styles.rows}>{children}</div>;
}
