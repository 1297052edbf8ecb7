"use client";
import { Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { FamilyAvatar } from "@/components/chat/session-avatar";
import { lazyGroup } from "@/components/lazy-group";
import { type AvatarSize, EmojiAvatar } from "@/components/ui/avatar";
import { tipProps } from "@/components/ui/tip-props";
import { modelAvatar } from "@/lib/chat/mask";
import styles from "./avatar-field.module.css";

const AvatarDialog = lazyGroup(() => import("@/components/emoji/avatar-dialog")).component("AvatarDialog");

interface AvatarFieldProps {
  /** An emoji's code, or the value for the model's tile. */
  readonly avatar: string;
  /** The model whose tile is offered; absent for the user, who has none. */
  readonly model?: string;
  readonly size?: AvatarSize;
  readonly onChange: (avatar: string) => void;
}

/** An avatar with a picker: the tile of the model, or an emoji. */
export function AvatarField({ avatar, model, size = "large", onChange }: AvatarFieldProps) {
  const t = useTranslations("settings");
  // Once opened, the picker stays mounted, so that its closing animation can run.
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
