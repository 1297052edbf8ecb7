import { createContext, type ReactNode, useContext, useState } from "react";
import { type FamilyName, families } from "@/lib/models/family";
import styles from "./avatar.module.css";
import { classNames } from "./class-names";
import { emojiGlyph } from "./emoji-glyph";

/** 30 px in margins and lists, 24 in phone rows and menus, 18 inline, 44 where it stands alone. */
export type AvatarSize = "regular" | "medium" | "small" | "large";

export interface ModelAvatarProps {
  readonly family: FamilyName;
  readonly size?: AvatarSize | undefined;
  readonly className?: string | undefined;
  /** The product's mark, for the family `none`. */
  readonly children?: ReactNode;
}

/** The tile of a family of models: two letters, or one at the small size. The model's name stands beside it. */
export function ModelAvatar({ family, size = "regular", className, children }: ModelAvatarProps) {
  const [first, second] = families[family].letters;
  return (
    <span aria-hidden="true" data-f={family} className={classNames(styles.avatar, styles[size], className)}>
      {first === undefined ? children : <span className={styles.letters} data-first={first} data-second={second} />}
    </span>
  );
}

export interface EmojiAvatarProps {
  /** The code points of the emoji, as `1f603` or `2699-fe0f`. */
  readonly code: string;
  readonly size?: AvatarSize | undefined;
  readonly className?: string | undefined;
}

/** The address of emoji as images, with `{code}` in the place of a code; empty: the system's own glyphs are drawn. */
export const EmojiImagesContext = createContext("");

/** The emoji of a person or a mask, in a well. The name stands beside it. */
export function EmojiAvatar({ code, size = "regular", className }: EmojiAvatarProps) {
  const images = useContext(EmojiImagesContext);
  const glyph = emojiGlyph(code);
  return (
    <span aria-hidden="true" className={classNames(styles.avatar, styles.emoji, styles[size], className)}>
      {images && glyph ? <EmojiImage key={code} src={images.replace("{code}", code)} glyph={glyph} /> : glyph}
    </span>
  );
}

/** An emoji as an image of 64 px, loaded when it comes into sight; the glyph where there is no such image. */
function EmojiImage({ src, glyph }: { readonly src: string; readonly glyph: string }) {
  const [isMissing, setMissing] = useState(false);
  if (isMissing) return glyph;
  return (
    // biome-ignore lint/performance/noImgElement: there is no server that could make it smaller
    <img
      className={styles.image}
      src={src}
      alt=""
      width={64}
      height={64}
      loading="lazy"
      onError={() => setMissing(true)}
    />
  );
}
