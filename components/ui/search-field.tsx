"use client";
import { Search, X } from "lucide-react";
import { type ComponentProps, type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { classNames } from "./class-names";
import styles from "./field.module.css";
import { Icon } from "./icon";
import { IconButton } from "./icon-button";

export interface SearchFieldProps
  extends Omit<ComponentProps<"input">, "value" | "onChange" | "type" | "size" | "ref" | "aria-label"> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly label: string;
  /** The label of the clear button, which is hidden without it. */
  readonly clearLabel?: string | undefined;
  /** Takes the focus on mount, unless it is in a menu or dialog that the user has opened meanwhile. */
  readonly autoFocus?: boolean | undefined;
}

/** A filled search field; Esc clears it. */
export function SearchField(props: SearchFieldProps) {
  const { value, onChange, label, clearLabel, placeholder = label, className, onKeyDown, autoFocus, ...rest } = props;
  const field = useRef<HTMLInputElement>(null);
  const [takesFocus] = useState(autoFocus);

  useLayoutEffect(() => {
    const opened = document.activeElement?.closest("[role=menu], [role=dialog], dialog");
    if (takesFocus && (!opened || opened.contains(field.current))) field.current?.focus();
  }, [takesFocus]);

  function clear() {
    onChange("");
    field.current?.focus();
  }

  function clearByKey(event: KeyboardEvent<HTMLInputElement>) {
    onKeyDown?.(event);
    if (event.key !== "Escape" || event.defaultPrevented || value === "") return;
    // Esc clears the field before it closes the surrounding dialog.
    event.preventDefault();
    event.stopPropagation();
    clear();
  }

  return (
    <span className={classNames(styles.box, styles.search, className)}>
      <Icon glyph={Search} />
      <input
        autoComplete="off"
        enterKeyHint="search"
        {...rest}
        ref={field}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        className={styles.bare}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={clearByKey}
      />
      {clearLabel && value !== "" && <IconButton icon={X} iconSize="small" label={clearLabel} onClick={clear} />}
    </span>
  );
}
