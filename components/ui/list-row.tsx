"use client";
import { type ReactNode, useContext, useId } from "react";
import { isSettingFixed, isSettingHidden } from "@/lib/platform/site-rules";
import { classNames } from "./class-names";
import { LabellingContext } from "./labelling";
import styles from "./list-row.module.css";
import { FixedNoteContext, RowSearchContext, useRowSearch } from "./row-search";

export interface ListRowProps {
  readonly title: ReactNode;
  readonly subtitle?: ReactNode;
  /** Makes the whole row the label of its only control, a switch or a field; never with buttons. */
  readonly isLabel?: boolean | undefined;
  /** For a field, a slider or segments: they get more space, and on a phone go below the text. */
  readonly wide?: boolean | undefined;
  /** For a text area: its control is below the text, as wide as the row. */
  readonly stacked?: boolean | undefined;
  readonly className?: string | undefined;
  /** The id of the row in the screen's URL hash, and the name of its setting if the operator fixes or hides it. */
  readonly anchor?: string | undefined;
  /** Additional words by which a search finds it. */
  readonly also?: readonly string[] | undefined;
  /** Controls of components/ui; the title becomes their name and the subtitle their description. */
  readonly children?: ReactNode;
}

/** A settings row: text at the start, a control at the end. */
export function ListRow(props: ListRowProps) {
  const {
    title,
    subtitle: words,
    isLabel = false,
    wide = false,
    stacked = false,
    className,
    anchor,
    also = [],
    children,
  } = props;
  const id = useId();
  const searched = useRowSearch(anchor, [title, words, ...also]);
  const around = useContext(LabellingContext);
  const note = useContext(FixedNoteContext);
  const isFixed = note !== "" && anchor !== undefined && isSettingFixed(anchor);
  const subtitle = isFixed ? note : words;
  const labelling = {
    labelledBy: `${id}-title`,
    describedBy: subtitle ? `${id}-subtitle` : around.describedBy,
  };
  if (anchor !== undefined && isSettingHidden(anchor)) return null;
  const Row = isLabel ? "label" : "div";
  return (
    <Row {...searched} className={classNames(styles.row, wide && styles.wide, stacked && styles.stacked, className)}>
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
        {/* Rows of a dialog opened from here do not take part in the search. */}
        <RowSearchContext value={null}>
          {isFixed ? (
            <fieldset disabled className={styles.control}>
              {children}
            </fieldset>
          ) : (
            <span className={styles.control}>{children}</span>
          )}
        </RowSearchContext>
      </LabellingContext>
    </Row>
  );
}

/** A group of rows between two lines. */
export function ListRows({ children }: { readonly children: ReactNode }) {
  return <div className={styles.rows}>{children}</div>;
}
