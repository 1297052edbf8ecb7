import styles from "./emoji.module.css";
import { emojiGlyph } from "./emoji-glyph";

/** An emoji beside the text that names it. `code` has its code points in hexadecimal, joined by hyphens. */
export function Emoji({ code }: { readonly code: string }) {
  return (
    <span aria-hidden="true" className={styles.emoji}>
      {emojiGlyph(code)}
    </span>
  );
}
