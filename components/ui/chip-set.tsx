import type { ReactNode } from "react";
import styles from "./chip-set.module.css";
import { VisuallyHidden } from "./visually-hidden";

interface ChipSetProps {
  /** What the chips have in common; it is not drawn. */
  readonly label: string;
  readonly children: ReactNode;
}

/** Chips that belong together, in the middle of an empty screen. */
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
