import styles from "./clamped.module.css";
import { tipProps } from "./tip-props";

/** Length in characters up to which a text surely fits into two lines. */
const fittingChars = 40;

/** A name or description of any length: two lines of it, and all of it in the tooltip. */
export function Clamped({ text }: { readonly text: string }) {
  return (
    <span className={styles.text} dir="auto" {...(text.length > fittingChars && tipProps(text))}>
      {text}
    </span>
  );
}
