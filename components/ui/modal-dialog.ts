/** The text field that had the focus when a dialog opened, with its text and selection. */
interface Opener {
  readonly field: HTMLInputElement | HTMLTextAreaElement;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const openers = new WeakMap<HTMLDialogElement, Opener>();

/** Opens a modal dialog. */
export function showDialog(dialog: HTMLDialogElement): void {
  openers.delete(dialog);
  const field = focusedField();
  if (field) {
    const { value: text, selectionStart, selectionEnd } = field;
    // Fields such as numbers have no selection.
    if (selectionStart !== null) openers.set(dialog, { field, text, start: selectionStart, end: selectionEnd ?? 0 });
  }
  dialog.showModal();
}

/**
 * Closes a dialog, which returns the focus to its opener. If a field of the dialog had the caret, Chromium focuses a text
 * field without its caret: typed text would be lost.
 */
export function closeDialog(dialog: HTMLDialogElement): void {
  dialog.close();
  const opener = openers.get(dialog);
  const field = focusedField();
  if (!field || field !== opener?.field) return;
  const isUnchanged = field.value === opener.text;
  field.setSelectionRange(
    isUnchanged ? opener.start : field.value.length,
    isUnchanged ? opener.end : field.value.length,
  );
}

function focusedField(): Opener["field"] | undefined {
  const element = document.activeElement;
  return element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement ? element : undefined;
}
