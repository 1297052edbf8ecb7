"use client";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/components/ui/confirm";
import type { DialogOpening } from "@/components/ui/dialog";
import type { CustomEndpoint } from "@/lib/providers/custom-endpoint";
import { useUi } from "@/store/base/ui";
import { removeEndpoint } from "@/store/settings/remove-endpoint";

interface RemoveServerDialogProps extends DialogOpening {
  readonly endpoint: CustomEndpoint;
}

/** Confirms the removal of a custom endpoint; a toast offers undo. */
export function RemoveServerDialog({ endpoint, open, onClose }: RemoveServerDialogProps) {
  const t = useTranslations("providers");
  const app = useTranslations("app");
  return (
    <ConfirmDialog
      open={open}
      title={t("removeTitle", { provider: endpoint.name })}
      body={<p>{t("removeHint")}</p>}
      confirmLabel={t("remove", { provider: endpoint.name })}
      cancelLabel={app("cancel")}
      closeLabel={app("close")}
      danger
      onCancel={onClose}
      onConfirm={() => useUi.getState().toast({ kind: "server-removed" }, removeEndpoint(endpoint))}
    />
  );
}
