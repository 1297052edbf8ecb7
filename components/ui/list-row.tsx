"use client";
import { type ReactNode, useContext, useId } from "react";
import { classNames } from "./class-names";
import { LabellingContext } from "./labelling";
import styles from "./list-row.module.css";
import { RowSearchContext, useRowSearch } from "./row-search";

export interface ListRowProps {
  readonly title: ReactNode;
  readonly subtitle?: ReactNode;
  /** Makes the whole row the label of its one control, a switch or a field; never with buttons. */
  readonly isLabel?: boolean | undefined;
  /** Holds a field, a slider or segments: they get more room, and on a phone stand below the words. */
  readonly wide?: boolean | undefined;
  readonly className?: string | undefined;
  /** The row's name in the address of a screen whose rows have some. */
  readonly anchor?: string | undefined;
  /** Other words by which a search finds it. */
  readonly also?: readonly string[] | undefined;
  /** Controls of the kit; they take the title as their name and the subtitle as their description. */
  readonly children?: ReactNode;
}

/** A row of settings: words at the start, a control at the end. */
export function ListRow(props: ListRowProps) {
  const { title, subtitle, isLabel = false, wide = false, className, anchor, also = [], children } = props;
  const id = useId();
  const searched = useRowSearch(anchor, [title, subtitle, ...also]);
  const around = useContext(LabellingContext);
  const labelling = {
    labelledBy: `${id}-title`,
    describedBy: subtitle ? `${id}-subtitle` : around.describedBy,
  };
  const Row = isLabel ? "label" : "div";
  return (
    <Row {...searched} className={classNames(styles.row, wide && styles.wide, className)}>
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
        {/* Rows of a dialog that is opened from here are not those that are searched. */}
        <RowSearchContext value={null}>
          <span className={styles.control}>{children}</span>
        </RowSearchContext>
      </LabellingContext>
    </Row>
  );
}

/** Rows that belong together, between two lines. */
export function ListRows({ children }: { readonly children: ReactNode }) {
  return <div className={styles.rows}>{children}</div>;
}
