"use client";
import { memo } from "react";
import { useUsedSettings } from "@/components/chat/settings/use-used-settings";
import { Mark } from "@/components/shell/mark";
import { type AvatarSize, EmojiAvatar, Letters, ModelAvatar } from "@/components/ui/avatar";
import { modelAvatar } from "@/lib/chat/mask";
import type { ChatSession } from "@/lib/chat/session";
import { type FamilyName, familyOf } from "@/lib/models/family";
import { basePath } from "@/lib/platform/build-info";
import { demo } from "@/lib/providers/demo";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import styles from "./session-avatar.module.css";

/** Names of the demo as a provider and as a model. */
const demoNames = [demo.name, ...demo.models];

interface SessionAvatarProps {
  readonly session: ChatSession;
  readonly size?: AvatarSize | undefined;
}

/** The avatar of a chat: its mask's emoji, or the tile of the family of the model that it uses now. */
export function SessionAvatar({ session, size }: SessionAvatarProps) {
  const { avatar } = session.mask;
  if (avatar !== modelAvatar) return <EmojiAvatar code={avatar} size={size} />;
  return <UsedModelAvatar session={session} size={size} />;
}

/** A chat without its own settings stores those of its beginning, so its stored model may be another. */
function UsedModelAvatar({ session: { id, mask }, size }: SessionAvatarProps) {
  const used = useUsedSettings(id) ?? mask.modelConfig;
  return <FamilyAvatar model={used.model} size={size} />;
}

/** The avatar beside a reply: the mask's emoji, or the tile of the family of the model that wrote it. */
export function ReplyAvatar({ sessionId, model }: { readonly sessionId: string; readonly model: string }) {
  const avatar = useChats((chats) => sessionOf(chats, sessionId)?.mask.avatar ?? modelAvatar);
  return avatar === modelAvatar ? <FamilyAvatar model={model} /> : <EmojiAvatar code={avatar} />;
}

interface FamilyAvatarProps {
  readonly model: string;
  /** The id of the model's provider, whose tile an unknown family gets. */
  readonly provider?: string | undefined;
  readonly size?: AvatarSize | undefined;
}

/** The tile of a model's family, otherwise of its provider; the first letters of the model if both are unknown. */
export const FamilyAvatar = memo(function FamilyAvatar({ model, provider, size }: FamilyAvatarProps) {
  const name = model.slice(model.lastIndexOf("/") + 1) || "AI";
  return <FamilyTile family={familyOf(model, provider).name} name={name} size={size} />;
});

interface FamilyTileProps {
  readonly family: FamilyName;
  /** The name whose letters stand for an unknown family. */
  readonly name: string;
  readonly size?: AvatarSize | undefined;
}

/** The tile of a model family. Without one it shows letters; only the demo has the app's mark. */
export function FamilyTile({ family, name, size }: FamilyTileProps) {
  const [first = "", second = ""] = name;
  return (
    <ModelAvatar family={family} icons={`${basePath}/icons`} size={size}>
      {demoNames.includes(name) ? <Mark className={styles.mark} /> : <Letters text={first.toUpperCase() + second} />}
    </ModelAvatar>
  );
}
