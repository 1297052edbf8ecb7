/**
 * Closes a dialog, which returns the focus to its opener. If a field of the dialog had the caret, Chromium focuses a text
 * field without its caret, and typed text would be lost.
 */
export function closeDialog(dialog: HTMLDialogElement): void {
  dialog.close();
  const field = document.activeElement;
  if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)) return;
  const { selectionStart, selectionEnd } = field;
  // Fields such as numbers have no selection.
  if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd);
}
