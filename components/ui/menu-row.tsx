import { Check } from "lucide-react";
import { Icon } from "./icon";
import { Kbd } from "./kbd";
import type { MenuItem } from "./menu-item";
import styles from "./menu-row.module.css";

/** Class of a menu row, in the popup and in the sheet. */
export const menuRowClass = styles.row;

/** Class of the line between groups of rows. */
export const menuLineClass = styles.line;

/** The content of a menu row. */
export function MenuRowContent({ item }: { readonly item: MenuItem }) {
  const isChecked = "checked" in item && item.checked === true;
  return (
    <>
      {item.icon && <Icon glyph={item.icon} flip={item.flip} />}
      <span className={styles.label}>{item.label}</span>
      {item.keys && (
        // The shortcut is not part of the row's accessible name.
        <span aria-hidden="true">
          <Kbd keys={item.keys} />
        </span>
      )}
      {isChecked && <Icon glyph={Check} size="small" />}
    </>
  );
}
