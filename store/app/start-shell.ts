import { desktop } from "@/lib/platform/desktop";
import { zoomStepsOf } from "@/lib/platform/desktop-keys";
import type { Desktop } from "@/lib/platform/desktop-port";
import { protectCredentials } from "@/store/app/protect-credentials";

/** Starts what only the desktop app has. No-op in a browser. */
export async function startShell(): Promise<void> {
  const shell = await desktop();
  if (!shell) return;
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
