import { shortcuts } from "@/lib/chat/shortcuts";
import { desktop } from "@/lib/platform/desktop";
import { isMac, zoomStepsOf } from "@/lib/platform/desktop-keys";
import type { Desktop } from "@/lib/platform/desktop-port";
import { protectCredentials } from "@/store/app/protect-credentials";

/** Starts what only the desktop app has. No-op in a browser. */
export async function startShell(): Promise<void> {
  const shell = await desktop();
  if (!shell) return;
  listenToShell();
  addEventListener("keydown", (event) => zoom(shell, event));
  await protectCredentials();
}

/** Zooms the window like a browser does, also while a dialog is open. */
function zoom(shell: Desktop, event: KeyboardEvent): void {
  const steps = zoomStepsOf(event);
  if (steps === undefined || event.defaultPrevented) return;
  event.preventDefault();
  shell.zoom(steps === 0 ? undefined : steps).catch((error) => console.warn("Could not zoom.", error));
}

/** Runs the shortcuts that the shell sends, from its tray or its global shortcut, as if their keys were pressed. */
export function listenToShell(): void {
  addEventListener("parley:shell", (event) => {
    const id = event instanceof CustomEvent ? String(event.detail) : "";
    const shortcut = Object.values(shortcuts).find((each) => each.id === id);
    if (!shortcut) return;
    const { key } = shortcut;
    const hasMod = "mod" in shortcut;
    const press = {
      key,
      shiftKey: "shift" in shortcut && shortcut.shift === true,
      ctrlKey: hasMod && !isMac(),
      metaKey: hasMod && isMac(),
      cancelable: true,
    };
    dispatchEvent(new KeyboardEvent("keydown", press));
  });
}
