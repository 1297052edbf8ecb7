import type { DialogOpening } from "@/components/ui/dialog";

/** Props of every dialog of a chat. */
export interface ChatDialogProps extends DialogOpening {
  readonly sessionId: string;
}
