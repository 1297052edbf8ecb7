import { isComposed, type KeyPress } from "@/lib/chat/shortcuts";

/** Keys that work only in the message box, by action. */
export const messageBoxKeys = { stop: "Esc", recall: "↑" } as const;

/**
 * Whether a key press sends the message. Plain Enter needs no modifier; other send keys need exactly their modifier.
 * Never during IME composition.
 */
export function isSendKey(press: KeyPress, submitKey: string): boolean {
  if (press.key !== "Enter" || isComposed(press)) return false;
  const wanted = submitKey.split(" + ")[0];
  const held = [
    press.ctrlKey && "Ctrl",
    press.shiftKey && "Shift",
    press.altKey && "Alt",
    press.metaKey && "Meta",
  ].filter(Boolean);
  return wanted === "Enter" ? held.length === 0 : held.length === 1 && held[0] === wanted;
}
