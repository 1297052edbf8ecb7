"use client";
import { useId } from "react";
import { MaskPreview } from "@/components/masks/mask-link-dialog";
import type { LinkedMask } from "@/components/masks/use-linked-mask";
import { Checkbox } from "@/components/ui/checkbox";
import type { LinkItem } from "@/lib/links/link-contents";
import styles from "./link-items-dialog.module.css";
import { useItemTexts } from "./use-item-texts";

interface LinkItemRowProps {
  readonly item: LinkItem;
  /** The state of the link's mask, if it has one. */
  readonly linkedMask: LinkedMask;
  readonly isTicked: boolean;
  readonly isPossible: boolean;
  readonly onTick: (isTicked: boolean) => void;
}

/** One effect of a link: a checkbox, the value, and the consequence in plain words. */
export function LinkItemRow({ item, linkedMask, isTicked, isPossible, onTick }: LinkItemRowProps) {
  const id = useId();
  const { title, value, isCode, notes } = useItemTexts(item, linkedMask, isPossible);
  return (
    <li className={styles.item}>
      <div className={styles.line}>
        <Checkbox checked={isTicked} disabled={!isPossible} aria-describedby={id} onChange={onTick}>
          {title}
        </Checkbox>
      </div>
      <div id={id} className={styles.effect}>
        {value !== undefined && (
          <p className={isCode ? styles.code : styles.text}>
            <bdi dir={isCode ? "ltr" : "auto"}>{value}</bdi>
          </p>
        )}
        {notes.map(({ text, isWarning }) => (
          <p key={text} className={isWarning ? styles.warning : styles.note}>
            {text}
          </p>
        ))}
      </div>
      {item.kind === "mask" && linkedMask.state === "found" && (
        <div className={styles.mask}>
          <MaskPreview mask={linkedMask.mask} />
        </div>
      )}
    </li>
  );
}
