"use client";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Dialog, type DialogOpening } from "@/components/ui/dialog";
import type { Mask } from "@/lib/chat/mask";
import { MaskIdentity } from "./mask-identity";

interface MaskDialogProps extends DialogOpening {
  readonly mask: Mask;
  /** The model whose tile is shown while the mask has no emoji. */
  readonly model: string;
  readonly onChange: (patch: Partial<Mask>) => void;
}

/** Edits a chat's own copy of its mask: avatar, name, and the prompts sent before every question. */
export function MaskDialog({ mask, model, open, onChange, onClose }: MaskDialogProps) {
  const t = useTranslations();
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
      <MaskIdentity mask={mask} model={model} onChange={onChange} />
    </Dialog>
  );
}
