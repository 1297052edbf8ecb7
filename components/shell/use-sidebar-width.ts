"use client";
import { useSyncExternalStore } from "react";
import { sidebarWidths } from "@/lib/settings/app-settings";
import { useUi } from "@/store/base/ui";
import { useSettings } from "@/store/settings/settings";

/** Windows in which the sidebar starts narrow until it is widened there. */
const small = "(min-width: 601px) and (max-width: 760px)";

/** Returns the sidebar's current width in pixels, whether that is narrow, and its setter. */
export function useSidebarWidth() {
  const stored = useSettings((settings) => settings.sidebarWidth);
  const store = useSettings((settings) => settings.setSidebarWidth);
  const isWidened = useUi((ui) => ui.isSidebarWidened);
  const isSmall = useSyncExternalStore(listen, isSmallWindow, () => false);
  const width = isSmall && !isWidened ? sidebarWidths.narrow : stored;
  const isNarrow = width < sidebarWidths.threshold;

  function setWidth(next: number) {
    useUi.getState().setSidebarWidened(next >= sidebarWidths.threshold);
    store(next);
  }

  return {
    width,
    isNarrow,
    setWidth,
    toggle: () => setWidth(isNarrow ? sidebarWidths.default : sidebarWidths.narrow),
  };
}

function isSmallWindow(): boolean {
  return matchMedia(small).matches;
}

function listen(changed: () => void): () => void {
  const query = matchMedia(small);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}
