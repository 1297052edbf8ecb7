"use client";
import { useCallback, useRef } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/text-field";
import type { Mask } from "@/lib/chat/mask";
import { changePrompts, type PromptChange } from "@/lib/chat/prompt-list";
import { AvatarField } from "./avatar-field";
import styles from "./mask-dialog.module.css";
import { PromptEditor } from "./prompt-editor";

interface MaskDialogProps {
  readonly mask: Mask;
  /** Whose sign stands for the mask as long as it has no emoji. */
  readonly model: string;
  readonly open: boolean;
  readonly onChange: (patch: Partial<Mask>) => void;
  readonly onClose: () => void;
}

/** Edits who a chat speaks with: avatar, name, and the prompts that go ahead of every question. */
export function MaskDialog({ mask, model, open, onChange, onClose }: MaskDialogProps) {
  const t = useTranslations();
  const now = useRef({ mask, onChange });
  now.current = { mask, onChange };
  const changePrompt = useCallback(
    (change: PromptChange) => now.current.onChange({ context: changePrompts(now.current.mask.context, change) }),
    [],
  );
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("chatSettings.editMask")}
      closeLabel={t("app.close")}
      size="large"
      footerEnd={
        <Button variant="solid" onClick={onClose}>
          {t("chatSettings.done")}
        </Button>
      }
    >
      <div className={styles.identity}>
        <AvatarField avatar={mask.avatar} model={model} onChange={(avatar) => onChange({ avatar })} />
        <TextField
          label={t("chatSettings.maskName")}
          value={mask.name}
          maxLength={200}
          dir="auto"
          data-initial-focus=""
          onChange={(name) => onChange({ name })}
        />
      </div>
      <h3 className={styles.heading}>{t("promptEditor.title")}</h3>
      <PromptEditor
        messages={mask.context}
        onChange={changePrompt}
        label={t("promptEditor.title")}
        addLabel={t("promptEditor.add")}
      />
    </Dialog>
  );
}
