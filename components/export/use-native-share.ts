"use client";
import { useRef } from "react";
import { mayShareNow, shareFiles } from "@/lib/platform/native-share";

/**
 * Returns a function that creates files and shares them with other apps. Browsers only allow that for a few seconds
 * after a click. If creating them took longer, it returns false, and the next click for the same input shares the
 * created files.
 */
export function useNativeShare(): (
  what: readonly unknown[],
  make: () => Promise<File[]>,
  title: string,
) => Promise<boolean> {
  const made = useRef<{ readonly what: readonly unknown[]; readonly files: File[] } | null>(null);

  return async (what, make, title) => {
    const isMade = made.current !== null && what.every((part, index) => made.current?.what[index] === part);
    const files = isMade && made.current ? made.current.files : await make();
    made.current = { what, files };
    if (!mayShareNow()) return false;
    await shareFiles(files, title);
    return true;
  };
}
