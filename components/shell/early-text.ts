import { boxMark } from "@/lib/platform/first-greeting";

/** The text that a new user has typed before the app was ready (`first-screen.tsx`). */
interface EarlyText {
  readonly text: string;
  /** Whether the user has asked to send it. */
  readonly isSent: boolean;
  readonly isFocused: boolean;
}

let early: EarlyText | undefined;

/** Stores what the message box of the first screen contains, before React removes it. */
export function storeEarlyText(): void {
  // Returning users do not see these boxes, but a browser may restore another text into them.
  if (document.documentElement.dataset.new === undefined) return;
  const boxes = [...document.querySelectorAll<HTMLTextAreaElement>(`[${boxMark}]`)];
  const box = boxes.find((each) => each === document.activeElement) ?? boxes.find(({ value }) => value !== "");
  early = box && { text: box.value, isSent: box.readOnly, isFocused: box === document.activeElement };
}

/** Returns the stored text, once, to a visible message box: on a phone's home page, that of the chat is hidden. */
export function takeEarlyText(box: HTMLElement | null): EarlyText | undefined {
  if (!early || !box?.offsetHeight) return undefined;
  const taken = early;
  early = undefined;
  return taken;
}
