"use client";
import { useRef } from "react";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/components/ui/confirm";

interface DeleteDialogProps<Thing> {
  /** Undefined if nothing is to be deleted. */
  readonly thing: Thing | undefined;
  /** Returns the question, which names the item. */
  readonly question: (thing: Thing) => string;
  readonly body: string;
  readonly action: string;
  readonly onClose: () => void;
  readonly onDelete: (thing: Thing) => void;
}

/** Confirms the deletion of one item in a list. Its text stays during the closing animation. */
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
