import { sendShortcut } from "@/components/shell/shortcut-event";
import { afterPaint } from "@/components/ui/after-paint";

/** Maximum time for the chat screen to open, and the time between looks, in milliseconds. */
const openingMs = 5000;
const lookMs = 50;

/** Whether the chat screen, which contains the message box, is visible. A phone's home page hides it. */
export function isChatShown(): boolean {
  const screen = document.querySelector("[data-chat-screen]");
  return screen !== null && (screen.checkVisibility?.() ?? true);
}

/** Focuses the message box, once the chat screen is open. The closing dialog returns the focus to its opener first. */
export function focusMessageBox(): void {
  const end = performance.now() + openingMs;
  const timer = setInterval(look, lookMs);
  function look() {
    if (isChatShown()) afterPaint(() => sendShortcut("focusMessageBox"));
    else if (performance.now() < end) return;
    clearInterval(timer);
  }
  look();
}
