import type { ReactNode } from "react";
import styles from "./chip-set.module.css";
import { VisuallyHidden } from "./visually-hidden";

interface ChipSetProps {
  /** The accessible name of the group; not visible. */
  readonly label: string;
  readonly children: ReactNode;
}

/** A centered group of chips on an empty screen. */
export function ChipSet({ label, children }: ChipSetProps) {
  return (
    <fieldset className={styles.chips}>
      <legend>
        <VisuallyHidden>{label}</VisuallyHidden>
      </legend>
      {children}
    </fieldset>
  );
}
