"use client";
import type { LucideIcon } from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
import styles from "./choice-row.module.css";
import { classNames } from "./class-names";
import { isRightToLeft } from "./direction";
import { Icon } from "./icon";
import { useLabelling } from "./labelling";
import { indexAfterKey } from "./walk-keys";

export interface SegmentedOption<V extends string> {
  readonly value: V;
  readonly label: string;
  readonly icon?: LucideIcon | undefined;
  /** A small picture of the option, if an icon is not enough. */
  readonly picture?: ReactNode;
}

export interface SegmentedProps<V extends string> {
  /** The accessible name, if no row or field provides one. */
  readonly label?: string | undefined;
  readonly value: V;
  readonly options: readonly SegmentedOption<V>[];
  readonly onChange: (value: V) => void;
  readonly disabled?: boolean | undefined;
  readonly className?: string | undefined;
}

/** A choice of one of a few visible options; arrow keys move and select. */
export function Segmented<V extends string>(props: SegmentedProps<V>) {
  const { label, value, options, onChange, disabled = false, className } = props;
  const labelling = useLabelling(label);
  const chosen = options.findIndex((option) => option.value === value);

  function walk(event: KeyboardEvent<HTMLDivElement>) {
    const isRtl = isRightToLeft(event.currentTarget);
    const next = indexAfterKey(event.key, chosen, options.length, { axis: "both", isRightToLeft: isRtl });
    const option = next === undefined ? undefined : options[next];
    if (!option || next === undefined) return;
    event.preventDefault();
    onChange(option.value);
    event.currentTarget.querySelectorAll("button")[next]?.focus();
  }

  return (
    <div role="radiogroup" {...labelling} className={classNames(styles.row, className)} onKeyDown={walk}>
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useSemanticElements: arrow keys of native radios are reversed in right-to-left pages
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={index === chosen}
          tabIndex={index === Math.max(0, chosen) ? 0 : -1}
          disabled={disabled}
          className={styles.part}
          onClick={() => onChange(option.value)}
        >
          {option.icon && <Icon glyph={option.icon} size="small" />}
          {option.picture}
          {option.label}
        </button>
      ))}
    </div>
  );
}
