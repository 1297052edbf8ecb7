"use client";
import { Suspense, useLayoutEffect } from "react";
import { lazyGroup } from "@/components/lazy-group";
import { shortcutOf } from "@/lib/chat/shortcuts";
import { preloadPalette } from "./preload-palette";
import { preloadChatShortcuts, useShortcutActions } from "./use-shortcut-actions";

const ShellActions = process.env.BUILD_APP
  ? lazyGroup(() => import("./shell-actions"), { needsMessages: false }).component("ShellActions")
  : undefined;
const ShellMenu = process.env.BUILD_APP ? lazyGroup(() => import("./shell-menu")).component("ShellMenu") : undefined;

/** Listens for the shortcuts of the shell (`lib/chat/shortcuts.ts`). */
export function ShortcutKeys() {
  const actions = useShortcutActions();

  // Effects run after the first paint, up to 200 ms later on a busy machine, and keys pressed before would be lost.
  useLayoutEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      // The modifier comes first: what its shortcuts need is loaded before the second key.
      if (event.key === "Control" || event.key === "Meta") {
        preloadPalette();
        preloadChatShortcuts();
      }
      const id = shortcutOf(event, /mac|iphone|ipad/i.test(navigator.platform));
      // Shortcuts are off while a dialog is open.
      if (!id || event.defaultPrevented || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      actions[id]();
    }
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [actions]);

  if (!process.env.BUILD_APP || !ShellActions || !ShellMenu) return null;
  return (
    <>
      <Suspense>
        <ShellActions actions={actions} />
      </Suspense>
      <Suspense>
        <ShellMenu />
      </Suspense>
    </>
  );
}
