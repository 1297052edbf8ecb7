"use client";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { EmojiAvatar } from "@/components/ui/avatar";
import { Dialog } from "@/components/ui/dialog";
import { emojiGlyph } from "@/components/ui/emoji-glyph";
import { tipProps } from "@/components/ui/tip-props";
import { modelAvatar } from "@/lib/chat/mask";
import styles from "./avatar-field.module.css";
import { FamilyAvatar } from "./session-avatar";

/** Emoji that tell roles apart well, by the codes under which avatars are stored. */
const emoji = [
  ...[
    "1f603",
    "1f60e",
    "1f914",
    "1f913",
    "1f920",
    "1f973",
    "1f916",
    "1f47b",
    "1f47d",
    "1f9d9",
    "1f977",
    "1f468-200d-1f373",
  ],
  ...["1f469-200d-1f4bb", "1f469-200d-1f3eb", "1f468-200d-2695-fe0f", "1f469-200d-2696-fe0f", "1f469-200d-1f52c"],
  ...[
    "1f575-fe0f",
    "1f431",
    "1f436",
    "1f43c",
    "1f989",
    "1f419",
    "1f98a",
    "1f33f",
    "1f33b",
    "1f30a",
    "1f30d",
    "2600-fe0f",
  ],
  ...[
    "1f319",
    "2b50",
    "1f525",
    "26a1",
    "1f4da",
    "1f4dd",
    "1f4a1",
    "1f4c8",
    "1f4bb",
    "1f527",
    "1f9ea",
    "1f3a8",
    "1f3b5",
  ],
  ...[
    "1f3ac",
    "1f4f7",
    "1f373",
    "2708-fe0f",
    "1f3c3",
    "26bd",
    "1f3ae",
    "1f9e9",
    "2764-fe0f",
    "1f4ac",
    "1f5fa-fe0f",
    "1f3db-fe0f",
  ],
] as const;

interface AvatarFieldProps {
  /** An emoji's code, or the sign for the tile of the model. */
  readonly avatar: string;
  readonly model: string;
  readonly onChange: (avatar: string) => void;
}

/** An avatar that opens the choice of another: the tile of the model, or an emoji. */
export function AvatarField({ avatar, model, onChange }: AvatarFieldProps) {
  const t = useTranslations("chatSettings");
  const app = useTranslations("app");
  const [isOpen, setOpen] = useState(false);

  function choose(code: string) {
    setOpen(false);
    onChange(code);
  }

  return (
    <>
      <button
        type="button"
        className={styles.field}
        aria-label={t("chooseAvatar")}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        {...tipProps(t("chooseAvatar"))}
      >
        {avatar === modelAvatar ? (
          <FamilyAvatar model={model} size="large" />
        ) : (
          <EmojiAvatar code={avatar} size="large" />
        )}
      </button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={t("avatar")} closeLabel={app("close")} size="small">
        <button
          type="button"
          className={styles.tile}
          aria-pressed={avatar === modelAvatar}
          onClick={() => choose(modelAvatar)}
        >
          <FamilyAvatar model={model} />
          {t("modelAvatar")}
        </button>
        <div className={styles.grid}>
          {emoji.map((code) => (
            <button
              key={code}
              type="button"
              className={styles.emoji}
              aria-pressed={avatar === code}
              onClick={() => choose(code)}
            >
              {emojiGlyph(code)}
            </button>
          ))}
        </div>
      </Dialog>
    </>
  );
}
