import { type CSSProperties, type MouseEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { Pieces } from "@/components/search/pieces";
import { classNames } from "@/components/ui/class-names";
import { Kbd } from "@/components/ui/kbd";
import { useListDate } from "@/components/use-dates";
import styles from "./palette.module.css";
import type { PaletteGroup, PaletteRow } from "./palette-row";

interface PaletteRowsProps extends Pick<GroupProps, "id" | "elementId" | "activeId"> {
  readonly groups: readonly PaletteGroup[];
  /** The rows of all groups. */
  readonly rows: readonly PaletteRow[];
  readonly onTake: (rowId: string) => void;
}

/** The palette's rows. Until the list is scrolled, only those in the viewport are rendered, so that typing is fast. */
export function PaletteRows({ groups, rows, id, elementId, activeId, onTake }: PaletteRowsProps) {
  const t = useTranslations("palette");
  const [isScrolled, setScrolled] = useState(false);
  const end = isScrolled ? rows.length : renderedRows(rows, activeId);

  function click(event: MouseEvent) {
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-row]") : null;
    if (target?.dataset.row !== undefined) onTake(target.dataset.row);
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and handles the keys
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={t("results")}
      tabIndex={-1}
      className={styles.list}
      onMouseDown={(event) => event.preventDefault()}
      onClick={click}
      onScroll={({ currentTarget }) => setScrolled(currentTarget.scrollTop > 0)}
    >
      {startsOf(groups).map(({ group, start }) => (
        <Group
          key={group.id}
          group={group}
          start={start}
          end={end}
          count={rows.length}
          id={id}
          elementId={elementId}
          activeId={activeId}
        />
      ))}
    </div>
  );
}

/** Smallest height of a row, in pixels, with space for the bar above the list. */
const assumedRowHeight = 48;
/** Number of rows rendered after the active one. */
const rowsAhead = 12;

/** Returns the number of rows to render before the list is scrolled: those in the viewport, and some for the arrows. */
function renderedRows(rows: readonly PaletteRow[], activeId: string | undefined): number {
  const active = rows.findIndex((row) => row.id === activeId);
  return Math.max(Math.ceil(window.innerHeight / assumedRowHeight), active + rowsAhead);
}

/** Returns the groups with the index of their first row. */
function startsOf(groups: readonly PaletteGroup[]) {
  let next = 0;
  return groups.map((group) => {
    const start = next;
    next += group.rows.length;
    return { group, start };
  });
}

interface GroupProps {
  readonly group: PaletteGroup;
  /** The index of the group's first row. */
  readonly start: number;
  /** The index after the last row to render. */
  readonly end: number;
  /** The number of rows of all groups. */
  readonly count: number;
  readonly id: string;
  readonly elementId: (rowId: string) => string;
  readonly activeId: string | undefined;
}

function Group({ group, start, end, count, id, elementId, activeId }: GroupProps) {
  const captionId = `${id}-group-${group.id}`;
  const rows = group.rows.slice(0, Math.max(0, end - start));
  const missing = group.rows.length - rows.length;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a listbox may not contain a fieldset
    <div role="group" aria-labelledby={captionId}>
      <div id={captionId} className={styles.caption}>
        {group.label}
      </div>
      {rows.map((row, index) => (
        <Row
          key={row.id}
          id={elementId(row.id)}
          row={row}
          position={start + index + 1}
          count={count}
          isActive={row.id === activeId}
        />
      ))}
      {missing > 0 && <div className={styles.missing} style={{ "--rows": missing } as CSSProperties} />}
    </div>
  );
}

interface RowProps {
  readonly id: string;
  readonly row: PaletteRow;
  /** The position among all rows, from 1 on. */
  readonly position: number;
  readonly count: number;
  readonly isActive: boolean;
}

function Row({ id, row, position, count, isActive }: RowProps) {
  const { id: rowId, label, excerpt = [], date, detail, note, keys, leading } = row;
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      aria-posinset={position}
      aria-setsize={count}
      data-row={rowId}
      className={styles.row}
    >
      {leading}
      <span className={styles.label}>
        {label}
        {note && <span className={styles.note}>{note}</span>}
      </span>
      {excerpt.length > 0 && (
        <span className={classNames(styles.detail, styles.excerpt)}>
          <Pieces pieces={excerpt} />
        </span>
      )}
      {date !== undefined && <ListDate date={date} />}
      {detail && <span className={styles.detail}>{detail}</span>}
      {keys && <Kbd keys={keys} />}
    </div>
  );
}

function ListDate({ date }: { readonly date: number }) {
  return <span className={styles.detail}>{useListDate(date)}</span>;
}
