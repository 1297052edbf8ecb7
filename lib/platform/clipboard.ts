import { AppError } from "@/lib/errors";

/**
 * Copies a text. If the asynchronous API is missing or fails (plain http, older browsers), falls back to a hidden text
 * area. Throws `clipboard` if neither works.
 */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    if (!copyThroughTextArea(text)) throw new AppError("clipboard");
  }
}

function copyThroughTextArea(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.style.cssText = "position:fixed;inset-block-start:0;opacity:0";
  // In an open modal dialog, only content inside it can be selected.
  (document.querySelector("dialog[open]") ?? document.body).append(area);
  area.focus();
  area.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}
