"use client";
import { useEffect } from "react";
import { useTranslations } from "use-intl";
import { shortcutNames } from "@/lib/chat/shortcut-names";
import { type ShortcutId, shortcuts } from "@/lib/chat/shortcuts";
import { brand } from "@/lib/platform/brand";
import { desktop } from "@/lib/platform/desktop";
import { isMac, menuBarKey, zoomKeys } from "@/lib/platform/desktop-keys";

/** Ids of the menus, and of entries without a shortcut of the app (desktop/src/menu.rs). */
const names = [
  ...["file", "edit", "view", "chat", "window", "help", "services", "hideOthers", "showAll", "close", "undo", "redo"],
  ...["cut", "copy", "paste", "selectAll", "fullScreen", "minimize", "maximize", "hideMenu"],
] as const;

/** Names that contain the name of the app. */
const named = ["about", "hide", "quit"] as const;

/** Sends the texts of the menu bar to the desktop shell, in the language of the app, and shows or hides it by its key. */
export function ShellMenu() {
  const t = useTranslations();

  useEffect(() => {
    const words = t as (key: string, values?: Record<string, string>) => string;
    const texts = Object.fromEntries([
      ...Object.keys(shortcuts).map((id) => [id, words(shortcutNames[id as ShortcutId])]),
      ...Object.keys(zoomKeys).map((id) => [id, words(`shortcuts.${id}`)]),
      ...names.map((id) => [id, words(`menuBar.${id}`)]),
      ...named.map((id) => [id, words(`menuBar.${id}`, { app: brand.name })]),
    ]);
    const keys = { ...Object.fromEntries(Object.values(shortcuts).map((each) => [each.id, each.keys])), ...zoomKeys };
    desktop()
      .then((shell) => shell?.showMenu({ texts, keys }))
      .catch((error: unknown) => console.warn("Could not send the texts of the menu bar.", error));
  }, [t]);

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const isHeld = event.ctrlKey || event.altKey || event.shiftKey || event.metaKey;
      if (event.key !== menuBarKey || isHeld || event.defaultPrevented || isMac()) return;
      event.preventDefault();
      desktop()
        .then((shell) => shell?.toggleMenu())
        .catch((error: unknown) => console.warn("Could not show the menu bar.", error));
    }
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);

  return null;
}
