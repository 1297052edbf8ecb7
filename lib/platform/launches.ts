/** What the browser hands to an installed app that is opened once more; browsers' types leave it out. */
interface LaunchQueue {
  setConsumer(consume: (launch: Launch) => void): void;
}

interface Launch {
  /** The address that a page would have been opened with. */
  readonly targetURL?: string | undefined;
  readonly files?: readonly FileSystemFileHandle[];
}

declare global {
  interface Window {
    readonly launchQueue?: LaunchQueue;
  }
}

/** Who takes what the installed app is opened with. */
export interface LaunchTaker {
  files(handles: readonly FileSystemFileHandle[]): void;
  /** Takes a path within the app, with what it asks for, such as `/?fill=tides`. */
  path(path: string): void;
}

/**
 * Hands over what the system opens the installed app with, those launches first that wait: files, and the ways that
 * shortcuts and shared texts take. The window that is there takes them as it is (`focus-existing` of the manifest): to
 * open an address in it would end the replies that stream there.
 *
 * @param base the path under which the app is served
 */
export function onLaunches(base: string, take: LaunchTaker): void {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  // The launch that has opened this page is there as well: its address is the page's own.
  let opened = navigation?.name;
  // A page that is read anew is given once more what it has taken already.
  let isOld = navigation?.type === "reload";
  window.launchQueue?.setConsumer(({ targetURL, files = [] }) => {
    const isOwn = targetURL === undefined || targetURL === opened;
    opened = undefined;
    if (isOld) return;
    if (files.length > 0) return take.files(files);
    const path = isOwn ? undefined : pathIn(base, targetURL);
    if (path !== undefined) take.path(path);
  });
  isOld = false;
}

/** Returns where in the app an address leads; nothing for the app itself, which is there, and for what is not its own. */
function pathIn(base: string, address: string): string | undefined {
  const { origin, pathname, search } = new URL(address);
  if (origin !== location.origin || !pathname.startsWith(`${base}/`)) return undefined;
  const path = pathname.slice(base.length) + search;
  return path === "/" ? undefined : path;
}
