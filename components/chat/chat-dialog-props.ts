/** What every dialog of a chat is given. */
export interface ChatDialogProps {
  readonly sessionId: string;
  readonly open: boolean;
  readonly onClose: () => void;
}
