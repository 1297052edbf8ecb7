"use client";
import type { ComponentProps } from "react";
import { classNames } from "./class-names";
import { useLabelling } from "./labelling";
import styles from "./switch.module.css";

export interface SwitchProps
  extends Omit<ComponentProps<"input">, "type" | "role" | "checked" | "onChange" | "value" | "size"> {
  /** The accessible name, if no row provides one. */
  readonly label?: string | undefined;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A switch that applies at once. */
export function Switch({ label, checked, onChange, className, ...rest }: SwitchProps) {
  return (
    <input
      {...useLabelling(label)}
      {...rest}
      type="checkbox"
      // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox has a native state; HTML forbids aria-checked on it
      role="switch"
      checked={checked}
      className={classNames(styles.switch, className)}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}
