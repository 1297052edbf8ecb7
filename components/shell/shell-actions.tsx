"use client";
import { useEffect, useEffectEvent } from "react";
import { toAppError } from "@/lib/errors";
import { desktop } from "@/lib/platform/desktop";
import type { ShellAction } from "@/lib/platform/desktop-port";
import { report, useUi } from "@/store/base/ui";
import { useChatActions } from "./use-chat-actions";

/** Longest wait for a dialog to close or to ask a question, in milliseconds. */
const patienceMs = 1000;

interface ShellActionsProps {
  readonly actions: Readonly<Record<ShellAction, (() => void) | undefined>>;
}

/**
 * Runs the actions that the desktop shell asks for: from its menu bar, its tray, its global
 * shortcut or its command line. The shell
 * retains one until the page takes it, and also the files that the system asks the app to open.
 */
export function ShellActions({ actions }: ShellActionsProps) {
  const { open } = useChatActions();
  const run = useEffectEvent((action: ShellAction) => actions[action]?.());
  const showChat = useEffectEvent((sessionId: string) => open(sessionId));

  useEffect(() => {
    let isHere = true;
    let isClosing = false;
    async function takeAction(): Promise<void> {
      const action = await (await desktop())?.takeAction();
      // The same action already waits for an answer about unsaved input.
      if (!action || isClosing) return;
      isClosing = true;
      const isClear = await closeDialogs();
      isClosing = false;
      if (isClear && isHere) run(action);
    }
    function take() {
      takeAction().catch((error: unknown) => console.warn("Could not run an action of the shell.", error));
      takeFiles((sessionId) => showChat(sessionId)).catch((error: unknown) => report(toAppError(error)));
    }
    take();
    reportUpdate().catch((error: unknown) => console.warn("Could not look for an installed update.", error));
    addEventListener("parley:shell", take);
    return () => {
      isHere = false;
      removeEventListener("parley:shell", take);
    };
  }, []);

  return null;
}

/** Opens the files that the system passes to the app. One that cannot be read is named. */
async function takeFiles(showChat: (sessionId: string) => void): Promise<void> {
  const files = (await (await desktop())?.takeFiles()) ?? [];
  if (files.length === 0) return;
  const read = await Promise.all(files.map((file) => file.read().catch(() => undefined)));
  for (const [index, { name }] of files.entries())
    if (!read[index]) useUi.getState().toast({ kind: "file-unreadable", name });
  const { openFiles } = await import("@/components/chat/composer/composer-parts");
  const handles = read.filter((file) => file !== undefined).map((file) => ({ getFile: async () => file }));
  await openFiles(handles, showChat);
}

/** Reports an update that was installed before this start. */
async function reportUpdate(): Promise<void> {
  const version = await (await desktop())?.takeInstalled();
  if (version) useUi.getState().toast({ kind: "updated", version });
}

/**
 * Closes all dialogs as Escape does. One with unsaved input asks whether to discard it. Returns whether none is left:
 * the user may go on editing.
 */
export async function closeDialogs(): Promise<boolean> {
  let count = openDialogs().length;
  while (count > 0) {
    openDialogs()
      .at(-1)
      ?.dispatchEvent(new Event("cancel", { cancelable: true }));
    let left = await otherCount(count, patienceMs);
    const hasAsked = left > count;
    if (hasAsked) left = await otherCount(left);
    if (left >= count) return false;
    count = left;
  }
  return true;
}

function openDialogs(): readonly Element[] {
  return [...document.querySelectorAll("dialog[open]")];
}

/** Waits until another number of dialogs is open, without a limit for a question to the user. Returns the number. */
function otherCount(count: number, limitMs?: number): Promise<number> {
  return new Promise((resolve) => {
    // An answered question and its dialog close one after the other.
    const settle = () => setTimeout(() => resolve(openDialogs().length), 50);
    if (openDialogs().length !== count) return settle();
    const limit = limitMs === undefined ? undefined : setTimeout(end, limitMs);
    const observer = new MutationObserver(() => openDialogs().length !== count && end());
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ["open"] });
    function end() {
      clearTimeout(limit);
      observer.disconnect();
      settle();
    }
  });
}
