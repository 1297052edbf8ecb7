import type { DialogOpening } from "@/components/ui/dialog";

/** What every dialog of a chat is given. */
export interface ChatDialogProps extends DialogOpening {
  readonly sessionId: string;
}
