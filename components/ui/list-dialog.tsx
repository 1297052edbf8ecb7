"use client";
import { Star } from "lucide-react";
import { type ReactNode, useEffect, useId, useMemo, useRef } from "react";
import { Button } from "./button";
import { Dialog } from "./dialog";
import styles from "./list-dialog.module.css";
import { columnOf, groupEntries, type ListGroup, type ListItem } from "./list-entries";
import { OptionGroup } from "./option-group";
import { SearchField } from "./search-field";
import { useListWindow } from "./use-list-window";
import { usePickList } from "./use-pick-list";
import { heightsAround } from "./virtual-window";

export interface ListDialogProps extends ListProps {
  readonly open: boolean;
  readonly title: string;
  readonly subtitle?: ReactNode;
  readonly closeLabel: string;
}

interface ListProps {
  readonly groups: readonly ListGroup[];
  /** The id of the selected item, if there is one. */
  readonly value: string | undefined;
  /** Called with the id of the picked item, right after `onClose`. */
  readonly onPick: (id: string) => void;
  readonly onClose: () => void;
  readonly searchLabel: string;
  /** Shown in place of the list if nothing matches. */
  readonly emptyText: string;
  /** Toggles whether an item is a favourite; without it there are no favourites. */
  readonly onFavourite?: ((id: string) => void) | undefined;
  /** Returns the label of the action `onFavourite` for an item. */
  readonly favouriteLabel?: ((item: ListItem) => string) | undefined;
}

/** A dialog to pick one item from groups: typing filters, arrows move, Enter picks. */
export function ListDialog({ open, title, subtitle, closeLabel, ...list }: ListDialogProps) {
  return (
    <Dialog open={open} onClose={list.onClose} title={title} subtitle={subtitle} closeLabel={closeLabel} bare>
      <PickList {...list} title={title} />
    </Dialog>
  );
}

function PickList(props: ListProps & { readonly title: string }) {
  const { value, searchLabel, emptyText, title } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const { query, matches, active, search, takeTyped, press, click, keepFocus } = usePickList(props);
  const column = useMemo(() => columnOf(matches), [matches]);
  const activeRow = active ? matches.indexOf(active) : -1;
  const { span, heights, look } = useListWindow(list, column, { activeRow, query });
  const { above, below } = heightsAround(column, heights, span);
  const isActiveRendered = activeRow >= span.from && activeRow < span.to;

  useEffect(() => {
    // The dialog keeps its initial height when a search leaves fewer entries.
    if (list.current) list.current.style.flexBasis = `${list.current.offsetHeight}px`;
  }, []);

  return (
    <>
      <div className={styles.search}>
        <SearchField
          value={query}
          onChange={search}
          onKeyDown={press}
          onFocus={takeTyped}
          label={searchLabel}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={matches.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={active && isActiveRendered ? `${id}-${active.number}` : undefined}
        />
      </div>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the search field keeps the focus and handles the keys */}
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={title}
        className={styles.list}
        tabIndex={-1}
        hidden={matches.length === 0}
        onScroll={look}
        onMouseDown={keepFocus}
        onClick={click}
      >
        <div style={{ blockSize: above }} />
        {groupEntries(matches.slice(span.from, span.to)).map((group, place) => (
          <OptionGroup
            key={group.number}
            id={id}
            group={group}
            isCaptioned={place > 0 || column.captioned.includes(span.from)}
            activeNumber={active?.number}
            value={value}
          />
        ))}
        <div style={{ blockSize: below }} />
      </div>
      <p role="status" className={styles.empty}>
        {matches.length === 0 && emptyText}
      </p>
      {active && !active.item.isFold && <FavouriteButton item={active.item} {...props} />}
    </>
  );
}

interface FavouriteButtonProps extends Pick<ListProps, "onFavourite" | "favouriteLabel"> {
  readonly item: ListItem;
}

/** The button that makes the active item a favourite: an option of the list may not contain controls. */
function FavouriteButton({ item, onFavourite, favouriteLabel }: FavouriteButtonProps) {
  if (!onFavourite || !favouriteLabel) return null;
  return (
    <div className={styles.foot}>
      <Button variant="quiet" size="small" icon={Star} onClick={() => onFavourite(item.id)}>
        {favouriteLabel(item)}
      </Button>
    </div>
  );
}
