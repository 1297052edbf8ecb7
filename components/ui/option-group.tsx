"use client";
import { Check, ChevronDown, Star } from "lucide-react";
import { memo } from "react";
import { classNames } from "./class-names";
import { Icon } from "./icon";
import styles from "./list-dialog.module.css";
import type { EntryGroup, ListEntry } from "./list-entries";
import { Tag } from "./tag";

interface GroupProps {
  readonly id: string;
  readonly group: EntryGroup;
  /** Whether the caption is rendered: it is not if the first entries of the group are above the rendered ones. */
  readonly isCaptioned: boolean;
  readonly activeNumber: number | undefined;
  readonly value: string | undefined;
}

/** A group of a list with its caption. */
export function OptionGroup({
  id,
  group: { number, label, note, entries },
  isCaptioned,
  activeNumber,
  value,
}: GroupProps) {
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
