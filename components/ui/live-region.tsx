import styles from "./visually-hidden.module.css";

/** Says its text to screen readers, politely, whenever it changes. It must stand in the page before it speaks. */
export function LiveRegion({ text }: { readonly text: string }) {
  return (
    <span role="status" className={styles.hidden}>
      {text}
    </span>
  );
}
