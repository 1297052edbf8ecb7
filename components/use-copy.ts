"use client";
import { useEffect, useState } from "react";
import { toAppError } from "@/lib/errors";
import { copyText } from "@/lib/platform/clipboard";
import { report } from "@/store/base/ui";

/** How long the check stands after a copy, in milliseconds. */
const checkMs = 1500;

/** Copies texts and tells for a moment that it was done; a failure is a toast. */
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
