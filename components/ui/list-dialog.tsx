"use client";
import { Check, ChevronDown, Star } from "lucide-react";
import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { Button } from "./button";
import { takeCapturedKeys } from "./captured-keys";
import { classNames } from "./class-names";
import { isComposedKey } from "./composed-key";
import { Dialog } from "./dialog";
import { Icon } from "./icon";
import styles from "./list-dialog.module.css";
import {
  bestMatch,
  columnOf,
  type EntryGroup,
  groupEntries,
  type ListEntry,
  type ListGroup,
  type ListItem,
  listEntries,
  matchingEntries,
} from "./list-entries";
import { SearchField } from "./search-field";
import { Tag } from "./tag";
import { useListWindow } from "./use-list-window";
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
  const { groups, value, onPick, onClose, searchLabel, emptyText, onFavourite, favouriteLabel, title } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState("");
  const entries = useMemo(() => listEntries(groups), [groups]);
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(() => new Set());
  const matches = useMemo(() => matchingEntries(entries, query, unfolded), [entries, query, unfolded]);
  const [activeKey, setActiveKey] = useState(() => keyOf(entries.find(({ item }) => item.id === value)));
  const active = matches.find((entry) => keyOf(entry) === activeKey) ?? bestMatch(matches, query);
  const column = useMemo(() => columnOf(matches), [matches]);
  const activeRow = active ? matches.indexOf(active) : -1;
  const { span, heights, look } = useListWindow(list, column, activeRow);
  const { above, below } = heightsAround(column, heights, span);
  const isActiveRendered = activeRow >= span.from && activeRow < span.to;

  useEffect(() => {
    // The dialog keeps its initial height when a search leaves fewer entries.
    if (list.current) list.current.style.flexBasis = `${list.current.offsetHeight}px`;
  }, []);

  function search(text: string) {
    setQuery(text);
    setActiveKey(text === "" ? keyOf(entries.find(({ item }) => item.id === value)) : undefined);
  }

  /** Applies text typed while this was loading as a search; Enter after it picks. */
  function takeTyped() {
    const { text, isEntered } = takeCapturedKeys();
    if (text !== "") search(text);
    const best = isEntered ? bestMatch(matchingEntries(entries, text), text) : undefined;
    if (best) pick(best.item.id);
  }

  /** Shows the folded entries of a group. The first one becomes active in place of the row. */
  function unfold({ groupNumber }: ListEntry) {
    const first = entries.find((entry) => entry.groupNumber === groupNumber && entry.item.isFolded);
    setUnfolded(new Set([...unfolded, groupNumber]));
    setActiveKey(keyOf(first));
  }

  function pick(itemId: string) {
    onClose();
    onPick(itemId);
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (isComposedKey(event)) return;
    if (event.key === "Enter" && active) {
      event.preventDefault();
      if (active.item.isFold) unfold(active);
      else pick(active.item.id);
    }
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      onClose();
    }
    const next = entryAfterKey(event, matches, active);
    if (!next) return;
    event.preventDefault();
    setActiveKey(keyOf(next));
  }

  function keepFocus(event: MouseEvent) {
    if (optionOf(event)) event.preventDefault();
  }

  function click(event: MouseEvent) {
    const itemId = optionOf(event)?.dataset.item;
    if (itemId === undefined) return;
    const fold = matches.find(({ item }) => item.isFold && item.id === itemId);
    if (fold) return unfold(fold);
    const isStar = event.target instanceof Element && event.target.closest("[data-star]") !== null;
    if (isStar && onFavourite) onFavourite(itemId);
    else pick(itemId);
  }

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
          <Group
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
      {onFavourite && favouriteLabel && active && !active.item.isFold && (
        <div className={styles.foot}>
          <Button variant="quiet" size="small" icon={Star} onClick={() => onFavourite(active.item.id)}>
            {favouriteLabel(active.item)}
          </Button>
        </div>
      )}
    </>
  );
}

/** Returns a stable key: an item may be in several groups, and entry numbers change when entries are added. */
function keyOf(entry: ListEntry | undefined): string | undefined {
  return entry && `${entry.group}\n${entry.item.id}`;
}

interface GroupProps {
  readonly id: string;
  readonly group: EntryGroup;
  /** Whether the caption is rendered: it is not if the first entries of the group are above the rendered ones. */
  readonly isCaptioned: boolean;
  readonly activeNumber: number | undefined;
  readonly value: string | undefined;
}

function Group({ id, group: { number, label, note, entries }, isCaptioned, activeNumber, value }: GroupProps) {
  const noteId = note && `${id}-group-${number}-note`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a listbox may not contain a fieldset
    <div role="group" aria-label={label} aria-describedby={isCaptioned ? noteId : undefined}>
      {isCaptioned && (
        <div data-caption className={styles.caption}>
          <bdi>{label}</bdi>
          {note && (
            <>
              {" · "}
              <span id={noteId}>{note}</span>
            </>
          )}
        </div>
      )}
      {entries.map((entry) => (
        <Option
          key={entry.item.id}
          id={`${id}-${entry.number}`}
          entry={entry}
          isActive={entry.number === activeNumber}
          isChosen={entry.item.id === value}
        />
      ))}
    </div>
  );
}

interface OptionProps {
  readonly id: string;
  readonly entry: ListEntry;
  readonly isActive: boolean;
  readonly isChosen: boolean;
}

const Option = memo(function Option({ id, entry: { item }, isActive, isChosen }: OptionProps) {
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      data-active={isActive || undefined}
      data-item={item.id}
      className={styles.option}
    >
      {item.isFold ? (
        <span className={styles.fold}>
          <Icon glyph={ChevronDown} size="small" />
        </span>
      ) : (
        item.leading
      )}
      <span className={classNames(styles.label, item.isFold && styles.foldLabel)} title={item.label}>
        {item.label}
      </span>
      {item.tags && (
        <span className={styles.tags}>
          {item.tags.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
        </span>
      )}
      {item.isFavourite !== undefined && (
        // An option may not contain controls, so the button below the list does the same for keyboards and screen
        // readers.
        <span data-star aria-hidden="true" className={classNames(styles.star, item.isFavourite && styles.starred)}>
          <Icon glyph={Star} size="small" />
        </span>
      )}
      <span className={styles.check}>{isChosen && <Icon glyph={Check} />}</span>
    </div>
  );
});

function optionOf(event: MouseEvent): HTMLElement | undefined {
  const target = event.target instanceof Element ? event.target : undefined;
  return target?.closest<HTMLElement>("[data-item]") ?? undefined;
}

const distances: ReadonlyMap<string, number> = new Map([
  ["ArrowDown", 1],
  ["ArrowUp", -1],
  ["PageDown", 10],
  ["PageUp", -10],
  ["End", Number.POSITIVE_INFINITY],
  ["Home", Number.NEGATIVE_INFINITY],
]);

function entryAfterKey(event: KeyboardEvent, matches: readonly ListEntry[], active: ListEntry | undefined) {
  const distance = distances.get(event.key);
  if (distance === undefined || !active || event.shiftKey) return undefined;
  const index = matches.indexOf(active) + distance;
  return matches[Math.min(matches.length - 1, Math.max(0, index))];
}
