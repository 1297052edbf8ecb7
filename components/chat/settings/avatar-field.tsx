"use client";
import { Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { lazyWithWords } from "@/components/all-words";
import { FamilyAvatar } from "@/components/chat/session-avatar";
import { type AvatarSize, EmojiAvatar } from "@/components/ui/avatar";
import { tipProps } from "@/components/ui/tip-props";
import { modelAvatar } from "@/lib/chat/mask";
import styles from "./avatar-field.module.css";

const AvatarDialog = lazyWithWords(async () => (await import("@/components/emoji/avatar-dialog")).AvatarDialog);

interface AvatarFieldProps {
  /** An emoji's code, or the sign for the tile of the model. */
  readonly avatar: string;
  /** Whose tile can be chosen, too; absent for a person, who has none. */
  readonly model?: string;
  readonly size?: AvatarSize;
  readonly onChange: (avatar: string) => void;
}

/** An avatar that opens the choice of another: the tile of the model, or an emoji. */
export function AvatarField({ avatar, model, size = "large", onChange }: AvatarFieldProps) {
  const t = useTranslations("settings");
  // Once it has been opened it stays, so that it can leave as dialogs do.
  const [state, setState] = useState<"unopened" | "open" | "closed">("unopened");

  return (
    <>
      <button
        type="button"
        className={styles.field}
        aria-label={t("chooseAvatar")}
        aria-haspopup="dialog"
        onClick={() => setState("open")}
        {...tipProps(t("chooseAvatar"))}
      >
        {avatar === modelAvatar && model !== undefined ? (
          <FamilyAvatar model={model} size={size} />
        ) : (
          <EmojiAvatar code={avatar} size={size} />
        )}
      </button>
      <Suspense>
        {state !== "unopened" && (
          <AvatarDialog
            open={state === "open"}
            avatar={avatar}
            model={model}
            onClose={() => setState("closed")}
            onChoose={(code) => {
              setState("closed");
              onChange(code);
            }}
          />
        )}
      </Suspense>
    </>
  );
}
