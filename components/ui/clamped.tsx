import styles from "./clamped.module.css";
import { tipProps } from "./tip-props";

/** Shorter texts fit into two lines of any list; in characters. */
const surelyShown = 40;

/** A name or a description by others, however long: two lines of it, and all of it in the tooltip. */
export function Clamped({ text }: { readonly text: string }) {
  return (
    <span className={styles.text} dir="auto" {...(text.length > surelyShown && tipProps(text))}>
      {text}
    </span>
  );
}
