"use client";
import { type ComponentType, type LazyExoticComponent, lazy, useEffect } from "react";
import { useLocale } from "@/store/base/locale";

/** Fetches the words beyond the first screen ahead of their first use. */
export function preloadAllWords(): void {
  useLocale
    .getState()
    .loadAll()
    .catch((error: unknown) => console.warn("The words could not be fetched yet.", error));
}

/** A part whose code and words, beyond those of the first screen, are loaded when it is first drawn. */
export function lazyWithWords<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    const [part] = await Promise.all([load(), useLocale.getState().loadAll()]);
    return { default: part };
  });
}

/** Loads the words of the settings screen where they are not there yet, and tells when they are. */
export function useSettingsWords(): boolean {
  const isReady = useLocale(({ messages }) => messages !== null && "settings" in messages);
  useEffect(() => {
    useLocale
      .getState()
      .loadSettings()
      .catch((error: unknown) => console.warn("The words could not be fetched yet.", error));
  }, []);
  return isReady;
}
