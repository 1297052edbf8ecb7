"use client";
import { useCallback, useRef } from "react";
import { useTranslations } from "use-intl";
import { FamilyAvatar } from "@/components/chat/session-avatar";
import { EmojiAvatar } from "@/components/ui/avatar";
import { TextField } from "@/components/ui/text-field";
import { type Mask, modelAvatar } from "@/lib/chat/mask";
import { changePrompts, type PromptChange } from "@/lib/chat/prompt-list";
import { AvatarField } from "./avatar-field";
import styles from "./mask-identity.module.css";
import { PromptEditor } from "./prompt-editor";
import { PromptWells } from "./prompt-wells";

interface MaskIdentityProps {
  readonly mask: Pick<Mask, "avatar" | "name" | "description" | "context">;
  /** The model whose tile is shown while the mask has no emoji. */
  readonly model: string;
  /** Whether the mask has a field for its description. A chat's copy has none. */
  readonly isDescribed?: boolean;
  /** Absent if the mask is read-only. */
  readonly onChange: ((patch: Partial<Mask>) => void) | undefined;
}

/** The identity of a mask: avatar, name, description, and the prompts sent before every question. */
export function MaskIdentity({ mask, model, isDescribed, onChange }: MaskIdentityProps) {
  const t = useTranslations();
  return (
    <>
      <div className={styles.identity}>
        {onChange ? (
          <AvatarField avatar={mask.avatar} model={model} onChange={(avatar) => onChange({ avatar })} />
        ) : (
          <MaskAvatar avatar={mask.avatar} model={model} size="large" />
        )}
        <TextField
          label={t("chatSettings.maskName")}
          value={mask.name}
          maxLength={200}
          dir="auto"
          readOnly={!onChange}
          data-initial-focus=""
          onChange={(name) => onChange?.({ name })}
        />
      </div>
      {isDescribed && (
        <div className={styles.description}>
          <TextField
            label={t("maskCatalog.description")}
            help={t("maskCatalog.descriptionHint")}
            value={mask.description ?? ""}
            maxLength={200}
            dir="auto"
            readOnly={!onChange}
            onChange={(description) => onChange?.({ description })}
          />
        </div>
      )}
      <h3 className={styles.heading}>{t("promptEditor.title")}</h3>
      {onChange ? (
        <Prompts context={mask.context} onChange={onChange} />
      ) : (
        <PromptWells messages={mask.context} label={t("promptEditor.title")} />
      )}
    </>
  );
}

interface MaskAvatarProps {
  readonly avatar: string;
  readonly model: string;
  readonly size?: "regular" | "medium" | "large";
}

/** The avatar of a mask: its emoji, or the tile of its model's family. */
export function MaskAvatar({ avatar, model, size = "regular" }: MaskAvatarProps) {
  return avatar === modelAvatar ? (
    <FamilyAvatar model={model} size={size} />
  ) : (
    <EmojiAvatar code={avatar} size={size} />
  );
}

interface PromptsProps {
  readonly context: Mask["context"];
  readonly onChange: (patch: Partial<Mask>) => void;
}

function Prompts({ context, onChange }: PromptsProps) {
  const t = useTranslations("promptEditor");
  const now = useRef({ context, onChange });
  now.current = { context, onChange };
  const changePrompt = useCallback(
    (change: PromptChange) => now.current.onChange({ context: changePrompts(now.current.context, change) }),
    [],
  );
  return <PromptEditor messages={context} onChange={changePrompt} label={t("title")} addLabel={t("add")} />;
}
