"use client";
import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from "react";
import styles from "./checkbox.module.css";
import { classNames } from "./class-names";
import { useLabelling } from "./labelling";

export interface CheckboxProps
  extends Omit<ComponentProps<"input">, "type" | "checked" | "onChange" | "value" | "size" | "ref" | "children"> {
  /** The accessible name, if neither children nor a row provide one. */
  readonly label?: string | undefined;
  readonly checked: boolean;
  /** Some but not all of its items are selected. */
  readonly indeterminate?: boolean | undefined;
  readonly onChange: (checked: boolean) => void;
  /** The visible label beside it. */
  readonly children?: ReactNode;
}

/** A checkbox with an optional visible label. */
export function Checkbox(props: CheckboxProps) {
  const { label, checked, indeterminate = false, onChange, className, children, ...rest } = props;
  const box = useRef<HTMLInputElement>(null);

  useLayoutEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate;
  });

  const input = (
    <input
      {...useLabelling(label)}
      {...(children && { "aria-labelledby": undefined })}
      {...rest}
      ref={box}
      type="checkbox"
      checked={checked}
      className={classNames(styles.box, className)}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
  if (!children) return input;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the input above
    <label className={styles.row}>
      {input}
      <span>{children}</span>
    </label>
  );
}
