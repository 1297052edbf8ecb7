import { isComposed, type KeyPress } from "@/lib/chat/shortcuts";

/** Keys that do something in the message box alone, by what they do. */
export const messageBoxKeys = { stop: "Esc", recall: "↑" } as const;

/** The send keys: plain Enter needs no modifier, the others need theirs alone. Never during IME composition. */
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
