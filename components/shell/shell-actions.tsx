"use client";
import { useEffect, useEffectEvent } from "react";
import { desktop } from "@/lib/platform/desktop";
import type { ShellAction } from "@/lib/platform/desktop-port";
import { useUi } from "@/store/base/ui";

/** Longest wait for a dialog to close or to ask a question, in milliseconds. */
const patienceMs = 1000;

interface ShellActionsProps {
  readonly actions: Readonly<Record<ShellAction, () => void>>;
}

/**
 * Runs the actions that the desktop shell asks for: from its tray, its global shortcut or its command line. The shell
 * retains one until the page takes it.
 */
export function ShellActions({ actions }: ShellActionsProps) {
  const run = useEffectEvent((action: ShellAction) => actions[action]());

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
