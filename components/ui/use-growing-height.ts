"use client";
import { type RefObject, useLayoutEffect } from "react";

/** Longer texts are not measured: the browser lays them out whole each time. In characters. */
const maxMeasured = 100_000;

/** Lets a text area grow with its text where the browser does not do so by itself (`field-sizing`). */
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
