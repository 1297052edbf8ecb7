import { memo } from "react";
import styles from "./visually-hidden.module.css";

/** Announces its text to screen readers, politely, whenever it changes. It must be mounted before that. */
export const LiveRegion = memo(function LiveRegion({ text }: { readonly text: string }) {
  return (
    <span role="status" className={styles.hidden}>
      {text}
    </span>
  );
});
