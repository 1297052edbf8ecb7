import { memo } from "react";
import styles from "./visually-hidden.module.css";

/** Says its text to screen readers, politely, whenever it changes. It must stand in the page before it speaks. */
export const LiveRegion = memo(function LiveRegion({ text }: { readonly text: string }) {
  return (
    <span role="status" className={styles.hidden}>
      {text}
    </span>
  );
});
