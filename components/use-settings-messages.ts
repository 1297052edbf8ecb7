"use client";
import { useEffect } from "react";
import { useLocale } from "@/store/base/locale";

/** Loads the messages of the settings screen, and returns whether they are loaded. */
export function useSettingsMessages(): boolean {
  const isReady = useLocale(({ messages }) => messages !== null && "settings" in messages);
  useEffect(() => {
    useLocale
      .getState()
      .loadSettings()
      .catch((error: unknown) => console.warn("Could not load the messages.", error));
  }, []);
  return isReady;
}
