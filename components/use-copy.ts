"use client";
import { useEffect, useState } from "react";
import { toAppError } from "@/lib/errors";
import { copyText } from "@/lib/platform/clipboard";
import { report } from "@/store/base/ui";

/** Time that the check mark is shown after a copy, in milliseconds. */
const checkMs = 1500;

/** Returns the function that copies a text, and whether that was just done. A failure is a toast. */
export function useCopy(): { isCopied: boolean; copy(text: string): Promise<void> } {
  const [copies, setCopies] = useState(0);
  const [isCopied, setCopied] = useState(false);

  useEffect(() => {
    if (copies === 0) return;
    setCopied(true);
    const timer = setTimeout(() => setCopied(false), checkMs);
    return () => clearTimeout(timer);
  }, [copies]);

  async function copy(text: string) {
    try {
      await copyText(text);
      setCopies((count) => count + 1);
    } catch (thrown) {
      report(toAppError(thrown));
    }
  }
  return { isCopied, copy };
}
