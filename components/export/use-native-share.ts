"use client";
import { useRef } from "react";
import { mayShareNow, shareFiles } from "@/lib/platform/native-share";

/**
 * Returns a function that makes files and hands them to other apps. A browser allows that for a few seconds after a
 * press; where making them took longer it answers false, and the next press for the same hands over what was made.
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
