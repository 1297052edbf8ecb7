/** What was typed after the press that opens a search, before its field was there. */
export interface HeldKeys {
  readonly text: string;
  /** True: Enter came behind the text. */
  readonly isEntered: boolean;
}

/** How long keys are held at most, in milliseconds: what does not open by then may not keep the keyboard. */
const heldMs = 5000;

const nothing: HeldKeys = { text: "", isEntered: false };
let held = nothing;
let release: (() => void) | undefined;

/**
 * Keeps what is typed from now on for the search that is about to open: its code may still be on the way, and keys that
 * went to the message box meanwhile would be sent by Enter.
 */
export function holdKeys(): void {
  release?.();
  held = nothing;
  const timer = setTimeout(letGo, heldMs);
  addEventListener("keydown", hold, { capture: true });
  release = () => {
    clearTimeout(timer);
    removeEventListener("keydown", hold, { capture: true });
    release = undefined;
  };
}

/** Returns what was held, for the field that has the focus now; nothing is held any longer. */
export function takeHeldKeys(): HeldKeys {
  const taken = held;
  letGo();
  return taken;
}

function letGo(): void {
  release?.();
  held = nothing;
}

function hold(event: KeyboardEvent): void {
  const { key } = event;
  // An input method writes into a field of its own, and cannot be held.
  if (event.isComposing || key === "Process" || key === "Escape") letGo();
  if (!release || held.isEntered || event.ctrlKey || event.metaKey || event.altKey) return;
  if (key === "Enter") held = { ...held, isEntered: true };
  else if (key === "Backspace") held = { ...held, text: held.text.slice(0, -1) };
  else if ([...key].length === 1) held = { ...held, text: held.text + key };
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
