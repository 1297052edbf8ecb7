"use client";
import { type RefObject, useLayoutEffect, useState } from "react";
import { takeEarlyText } from "@/components/shell/early-text";
import { useDrafts } from "@/store/chats/drafts";

/**
 * Adds the text that was typed before the app was ready to a draft, and focuses the message box if it was typed there.
 * Returns whether the user has asked to send it. If the app was opened by a link, the text is not sent, because the link
 * may set a key, a model or a mask first.
 */
export function useEarlyText(sessionId: string, box: RefObject<HTMLTextAreaElement | null>): boolean {
  const [isSent, setSent] = useState<boolean>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the first message box
  useLayoutEffect(() => {
    const early = takeEarlyText(box.current);
    if (!early) return;
    if (early.isFocused) box.current?.focus();
    if (early.text === "") return;
    useDrafts.getState().change(sessionId, ({ text }) => ({ text: text + early.text }));
    // Any state renders the text before the next paint: React then also compares the stores with what was rendered.
    setSent(early.isSent && !window.openedLink);
  }, []);
  return isSent === true;
}
