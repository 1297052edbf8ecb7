"use client";
import { useRef } from "react";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/components/ui/confirm";

interface DeleteDialogProps<Thing> {
  /** Absent while nothing is to be deleted. */
  readonly thing: Thing | undefined;
  /** Names it in the question. */
  readonly question: (thing: Thing) => string;
  readonly body: string;
  readonly action: string;
  readonly onClose: () => void;
  readonly onDelete: (thing: Thing) => void;
}

/** Asks before one thing of a list is deleted; its words stay while the dialog leaves. */
export function DeleteDialog<Thing>({ thing, question, body, action, onClose, onDelete }: DeleteDialogProps<Thing>) {
  const app = useTranslations("app");
  const last = useRef(thing);
  if (thing) last.current = thing;
  return (
    <ConfirmDialog
      open={thing !== undefined}
      title={last.current === undefined ? "" : question(last.current)}
      body={body}
      confirmLabel={action}
      cancelLabel={app("cancel")}
      closeLabel={app("close")}
      danger
      onCancel={onClose}
      onConfirm={() => {
        onClose();
        if (thing) onDelete(thing);
      }}
    />
  );
}
