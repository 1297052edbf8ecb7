import { createContext, type ReactNode, useContext, useState } from "react";
import { type FamilyName, families } from "@/lib/models/family";
import styles from "./avatar.module.css";
import { classNames } from "./class-names";
import { emojiGlyph } from "./emoji-glyph";

/** Sizes: 30 px in margins and lists, 24 in phone rows and menus, 18 inline, 44 for a single avatar. */
export type AvatarSize = "regular" | "medium" | "small" | "large";

export interface ModelAvatarProps {
  readonly family: FamilyName;
  /** The address of the folder of icons. */
  readonly icons: string;
  readonly size?: AvatarSize | undefined;
  readonly className?: string | undefined;
  /** The content for the family `none`: letters, or the product's mark. */
  readonly children?: ReactNode;
}

/** The tile of a model family or provider: its icon. The name is beside it. */
export function ModelAvatar({ family, icons, size = "regular", className, children }: ModelAvatarProps) {
  const { icon, letters } = families[family];
  const content = letters ? <Letters text={letters} /> : children;
  return (
    <span aria-hidden="true" data-f={family} className={classNames(styles.avatar, styles[size], className)}>
      {icon ? <FamilyIcon key={icon} address={`${icons}/${icon}.svg`} fallback={content} /> : content}
    </span>
  );
}

/** Two letters, or one at the small size. */
export function Letters({ text }: { readonly text: string }) {
  const [first, second] = text;
  return <span className={styles.letters} data-first={first} data-second={second} />;
}

/**
 * An icon in the color of the tile's text: the file masks the background of the image that loads it. The tile is empty
 * while the file loads, and shows letters if it is missing.
 */
function FamilyIcon({ address, fallback }: { readonly address: string; readonly fallback: ReactNode }) {
  const [isMissing, setMissing] = useState(false);
  if (isMissing) return fallback;
  return (
    // biome-ignore lint/performance/noImgElement: a static host has no image optimizer
    <img
      className={styles.icon}
      src={address}
      style={{ maskImage: `url("${address}")` }}
      alt=""
      width={24}
      height={24}
      // Masks are requested in this mode, so the file is loaded once.
      crossOrigin="anonymous"
      onError={() => setMissing(true)}
    />
  );
}

export interface EmojiAvatarProps {
  /** The code points of the emoji, as `1f603` or `2699-fe0f`. */
  readonly code: string;
  readonly size?: AvatarSize | undefined;
  readonly className?: string | undefined;
}

/** The URL template of emoji images, with `{code}` for the code. Empty: the system's glyphs are used. */
export const EmojiImagesContext = createContext("");

/** The emoji of the user or of a mask, in a well. The name is beside it. */
export function EmojiAvatar({ code, size = "regular", className }: EmojiAvatarProps) {
  const images = useContext(EmojiImagesContext);
  const glyph = emojiGlyph(code);
  return (
    <span aria-hidden="true" className={classNames(styles.avatar, styles.emoji, styles[size], className)}>
      {images && glyph ? <EmojiImage key={code} src={images.replace("{code}", code)} glyph={glyph} /> : glyph}
    </span>
  );
}

/** An emoji as a 64 px image, lazy-loaded; the glyph if the image is missing. */
function EmojiImage({ src, glyph }: { readonly src: string; readonly glyph: string }) {
  const [isMissing, setMissing] = useState(false);
  if (isMissing) return glyph;
  return (
    // biome-ignore lint/performance/noImgElement: a static host has no image optimizer
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
