"use client";
import { useRef } from "react";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/components/ui/confirm";
import type { Mask } from "@/lib/chat/mask";
import { useMasks } from "@/store/masks";
import { useUi } from "@/store/ui";

interface DeleteMaskDialogProps {
  /** Absent while nothing is to be deleted. */
  readonly mask: Mask | undefined;
  readonly onClose: () => void;
}

/** Asks before a mask is deleted; the toast brings it back. */
export function DeleteMaskDialog({ mask, onClose }: DeleteMaskDialogProps) {
  const t = useTranslations("masks");
  const app = useTranslations("app");
  // Its name stays while the dialog leaves.
  const last = useRef(mask);
  if (mask) last.current = mask;
  return (
    <ConfirmDialog
      open={mask !== undefined}
      title={t("deleteQuestion", { name: last.current?.name || t("untitled") })}
      body={t("deleteBody")}
      confirmLabel={t("deleteAction")}
      cancelLabel={app("cancel")}
      closeLabel={app("close")}
      danger
      onCancel={onClose}
      onConfirm={() => {
        onClose();
        if (mask) useUi.getState().toast({ kind: "mask-deleted" }, useMasks.getState().remove(mask.id));
      }}
    />
  );
}
