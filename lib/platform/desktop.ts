import type { Desktop } from "@/lib/platform/desktop-port";

let opened: Promise<Desktop | undefined> | undefined;

/** Returns the desktop shell; undefined in a browser. Only builds for the shell contain the code. */
export function desktop(): Promise<Desktop | undefined> {
  if (!process.env.BUILD_APP) return Promise.resolve(undefined);
  opened ??= import("@/lib/platform/desktop-shell").then(({ openShell }) => openShell());
  return opened;
}

/** Whether the page is in the window of the desktop shell, without loading its code. */
export function isInShell(): boolean {
  return Boolean(process.env.BUILD_APP) && "isTauri" in globalThis;
}

/** Sends a request through the shell if there is one and the request leaves the app's own files. */
export async function desktopFetch(url: string, init?: RequestInit): Promise<Response> {
  const shell = await desktop();
  return shell && /^https?:/i.test(url) ? shell.fetch(url, init) : fetch(url, init);
}
