"use client";
import { memo } from "react";
import { Mark } from "@/components/shell/mark";
import { type AvatarSize, EmojiAvatar, ModelAvatar } from "@/components/ui/avatar";
import { modelAvatar } from "@/lib/chat/mask";
import type { ChatSession } from "@/lib/chat/session";
import { type FamilyName, familyOf } from "@/lib/models/family";
import styles from "./session-avatar.module.css";

/** The avatar of a chat: its mask's emoji, or the tile of its model's family. */
export function SessionAvatar({ session: { mask }, size }: { session: ChatSession; size?: AvatarSize }) {
  if (mask.avatar !== modelAvatar) return <EmojiAvatar code={mask.avatar} size={size} />;
  return <FamilyAvatar model={mask.modelConfig.model} size={size} />;
}

/** The tile of a model's family; the app's mark if the family is unknown. */
export const FamilyAvatar = memo(function FamilyAvatar({ model, size }: { model: string; size?: AvatarSize }) {
  return <FamilyTile family={familyOf(model).name} size={size} />;
});

/** The tile of a model family; the app's mark without one. */
export function FamilyTile({ family, size }: { family: FamilyName; size?: AvatarSize | undefined }) {
  return (
    <ModelAvatar family={family} size={size}>
      <Mark className={styles.mark} />
    </ModelAvatar>
  );
}
