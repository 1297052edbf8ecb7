"use client";
import type { ReactNode } from "react";
import { Button } from "./button";
import { Dialog } from "./dialog";

export interface ConfirmDialogProps {
  readonly open: boolean;
  /** A question. */
  readonly title: string;
  /** What is lost, what stays, and whether it can be undone. */
  readonly body: ReactNode;
  /** A verb that names the result. */
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  readonly closeLabel: string;
  /** What is confirmed can not be taken back: the button is red and does not hold the focus. */
  readonly danger?: boolean | undefined;
  readonly onConfirm: () => void;
  /** Called by Cancel, by Esc, by the close button and by a press beside the dialog. */
  readonly onCancel: () => void;
}

/** Asks before something is done. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, body, confirmLabel, cancelLabel, closeLabel, danger = false, onConfirm, onCancel } = props;
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      title={title}
      closeLabel={closeLabel}
      size="small"
      isAlert
      footerEnd={
        <>
          <Button variant="quiet" onClick={onCancel}>
            {cancelLabel}
          </Button>
          <Button
            variant={danger ? "danger-solid" : "solid"}
            onClick={onConfirm}
            data-initial-focus={danger ? undefined : ""}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {body}
    </Dialog>
  );
}
