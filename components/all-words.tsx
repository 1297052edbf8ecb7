"use client";
import { type ComponentType, type LazyExoticComponent, lazy, useEffect } from "react";
import { useLocale } from "@/store/base/locale";

/** Preloads the messages beyond the first screen. */
export function preloadAllWords(): void {
  useLocale
    .getState()
    .loadAll()
    .catch((error: unknown) => console.warn("The words could not be fetched yet.", error));
}

/** Returns a component whose code and messages, beyond those of the first screen, are lazy-loaded on first render. */
export function lazyWithWords<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    const [part] = await Promise.all([load(), useLocale.getState().loadAll()]);
    return { default: part };
  });
}

/** Loads the messages of the settings screen, and returns whether they are loaded. */
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
