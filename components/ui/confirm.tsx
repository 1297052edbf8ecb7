"use client";
import type { ReactNode } from "react";
import { Button } from "./button";
import { Dialog } from "./dialog";

export interface ConfirmDialogProps {
  readonly open: boolean;
  /** A question. */
  readonly title: string;
  /** Consequences: what is lost, what stays, and whether it can be undone. */
  readonly body: ReactNode;
  /** A verb that names the result. */
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  readonly closeLabel: string;
  /** The action cannot be undone: the button is red and does not take the focus. */
  readonly danger?: boolean | undefined;
  /** Clicks on the confirming button are ignored. */
  readonly isConfirmDisabled?: boolean | undefined;
  readonly onConfirm: () => void;
  /** Called by Cancel, Esc, the close button and a click on the backdrop. */
  readonly onCancel: () => void;
}

/** Asks for confirmation of an action. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, body, confirmLabel, cancelLabel, closeLabel, danger = false, onConfirm, onCancel } = props;
  const { isConfirmDisabled = false } = props;
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
            onClick={() => !isConfirmDisabled && onConfirm()}
            aria-disabled={isConfirmDisabled}
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
