"use client";
import { type RefObject, useLayoutEffect } from "react";

/** Lets a text area grow with its text where the browser does not do so by itself (`field-sizing`). */
export function useGrowingHeight(area: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    if (area.current && !growsByItself()) growToContent(area.current);
  }, [area, text]);
}

function growsByItself(): boolean {
  return globalThis.CSS?.supports?.("field-sizing", "content") ?? false;
}

function growToContent(area: HTMLTextAreaElement): void {
  const borders = area.offsetHeight - area.clientHeight;
  area.style.blockSize = "auto";
  area.style.blockSize = `${area.scrollHeight + borders}px`;
}
