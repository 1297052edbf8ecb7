"use client";
import type { ComponentProps } from "react";
import { classNames } from "./class-names";
import { useLabelling } from "./labelling";
import styles from "./select.module.css";

export interface SelectOption<V extends string> {
  readonly value: V;
  readonly label: string;
  /** Adjacent options with the same group are under its name. */
  readonly group?: string | undefined;
}

export interface SelectProps<V extends string>
  extends Omit<ComponentProps<"select">, "value" | "onChange" | "size" | "children"> {
  /** The accessible name, if no row or field provides one. */
  readonly label?: string | undefined;
  readonly value: V;
  readonly options: readonly SelectOption<V>[];
  readonly onChange: (value: V) => void;
  /** A small select without a box, as in the head of a row. */
  readonly bare?: boolean | undefined;
}

/** The browser's select, for up to twenty fixed options. */
export function Select<V extends string>(props: SelectProps<V>) {
  const { label, value, options, onChange, bare = false, className, ...rest } = props;

  function choose(text: string) {
    const option = options.find((each) => each.value === text);
    if (option) onChange(option.value);
  }

  return (
    <span className={classNames(styles.select, bare && styles.bare, className)}>
      <select {...useLabelling(label)} {...rest} value={value} onChange={(event) => choose(event.target.value)}>
        {groupsOf(options).map(({ group, members }) =>
          group ? (
            <optgroup key={group} label={group}>
              {members.map(renderOptions)}
            </optgroup>
          ) : (
            members.map(renderOptions)
          ),
        )}
      </select>
    </span>
  );
}

function renderOptions(option: SelectOption<string>) {
  return (
    <option key={option.value} value={option.value}>
      {option.label}
    </option>
  );
}

interface Group {
  readonly group: string | undefined;
  readonly members: SelectOption<string>[];
}

function groupsOf(options: readonly SelectOption<string>[]): Group[] {
  const groups: Group[] = [];
  for (const option of options) {
    const last = groups.at(-1);
    if (last && last.group === option.group) last.members.push(option);
    else groups.push({ group: option.group, members: [option] });
  }
  return groups;
}
