"use client";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/components/ui/confirm";
import { Dialog, type DialogProps } from "@/components/ui/dialog";

interface EditorDialogProps extends Omit<DialogProps, "closeLabel" | "isDirty" | "onDirtyClose"> {
  /** True if there are unsaved changes. */
  readonly isDirty: boolean;
}

/**
 * A dialog that edits a copy. It asks before it is dismissed with changes, unless by a button that discards them. If
 * the tab is closed or reloaded, the browser asks.
 */
export function EditorDialog({ children, ...dialog }: EditorDialogProps) {
  const t = useTranslations();
  const [isDiscarding, setDiscarding] = useState(false);
  const hasChanges = dialog.open && dialog.isDirty;

  useEffect(() => {
    if (!hasChanges) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [hasChanges]);

  return (
    <Dialog {...dialog} closeLabel={t("app.close")} onDirtyClose={() => setDiscarding(true)}>
      {children}
      <ConfirmDialog
        open={isDiscarding}
        title={t("editor.discardQuestion")}
        body={t("editor.discardBody")}
        confirmLabel={t("editor.discard")}
        cancelLabel={t("editor.goOn")}
        closeLabel={t("app.close")}
        danger
        onCancel={() => setDiscarding(false)}
        onConfirm={() => {
          setDiscarding(false);
          dialog.onClose();
        }}
      />
    </Dialog>
  );
}
