"use client";
import { type RefObject, useLayoutEffect } from "react";

/** Maximum length of a text that is measured, in characters: the browser lays out the whole text each time. */
const maxMeasured = 100_000;

/** Makes a text area grow with its text in browsers without `field-sizing`. */
export function useGrowingHeight(area: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    if (area.current && !growsByItself() && text.length <= maxMeasured) growToContent(area.current);
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
