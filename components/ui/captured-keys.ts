/** Text typed after a search was opened and before its field was mounted. */
export interface CapturedKeys {
  readonly text: string;
  /** Whether Enter was pressed after the text. */
  readonly isEntered: boolean;
}

/** Maximum time that keys are captured, in milliseconds: a search that fails to open must not block the keyboard. */
const maxCaptureMs = 5000;

const nothing: CapturedKeys = { text: "", isEntered: false };
let held = nothing;
let release: (() => void) | undefined;

/**
 * Captures typed text for the search that is about to open. Its code may still be loading, and Enter would send text
 * that went to the message box meanwhile.
 */
export function captureKeys(): void {
  release?.();
  held = nothing;
  const timer = setTimeout(stopCapture, maxCaptureMs);
  addEventListener("keydown", hold, { capture: true });
  release = () => {
    clearTimeout(timer);
    removeEventListener("keydown", hold, { capture: true });
    release = undefined;
  };
}

/** Returns the captured text for the field that has the focus now, and stops capturing. */
export function takeCapturedKeys(): CapturedKeys {
  const taken = held;
  stopCapture();
  return taken;
}

function stopCapture(): void {
  release?.();
  held = nothing;
}

function hold(event: KeyboardEvent): void {
  const { key } = event;
  // Input methods write into their own field, so their text cannot be captured.
  if (event.isComposing || key === "Process" || key === "Escape") stopCapture();
  if (!release || held.isEntered || event.ctrlKey || event.metaKey || event.altKey) return;
  if (key === "Enter") held = { ...held, isEntered: true };
  else if (key === "Backspace") held = { ...held, text: held.text.slice(0, -1) };
  else if ([...key].length === 1) held = { ...held, text: held.text + key };
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
