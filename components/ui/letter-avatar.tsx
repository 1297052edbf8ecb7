import { type AvatarSize, Letters } from "./avatar";
import styles from "./avatar.module.css";
import { classNames } from "./class-names";

/** The tile of a server that the user has added: the first letters of its name. */
export function LetterAvatar({ name, size = "regular" }: { readonly name: string; readonly size?: AvatarSize }) {
  return (
    <span aria-hidden="true" data-f="none" className={classNames(styles.avatar, styles[size])}>
      <Letters text={[...name.trim()].slice(0, 2).join("")} />
    </span>
  );
}
