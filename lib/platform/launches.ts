/** The browser's launch queue of an installed app, which TypeScript's DOM types lack. */
interface LaunchQueue {
  setConsumer(consume: (launch: Launch) => void): void;
}

interface Launch {
  /** The URL that a new page would have been opened with. */
  readonly targetURL?: string | undefined;
  readonly files?: readonly FileSystemFileHandle[];
}

declare global {
  interface Window {
    readonly launchQueue?: LaunchQueue;
  }
}

/** Handler of launches of the installed app. */
export interface LaunchTaker {
  files(handles: readonly FileSystemFileHandle[]): void;
  /** Handles a path within the app with its parameters, such as `/?fill=tides`. */
  path(path: string): void;
  /** Handles the fragment of an encrypted link, which may be one for this device. */
  link(fragment: string): void;
}

/**
 * Passes the launches of the installed app on, starting with queued ones: files, and the URLs of shortcuts and shared
 * texts. The existing window handles them without navigating (`focus-existing` in the manifest), because a navigation
 * would end the replies that stream there.
 *
 * @param base the path under which the app is served
 */
export function onLaunches(base: string, take: LaunchTaker): void {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  // The queue also contains the launch that opened this page: its URL is the page's own.
  let opened = navigation?.name;
  // After a reload, the queue contains launches that were already handled.
  let isOld = navigation?.type === "reload";
  window.launchQueue?.setConsumer(({ targetURL, files = [] }) => {
    const isOwn = targetURL === undefined || targetURL === opened;
    opened = undefined;
    if (isOld) return;
    if (files.length > 0) return take.files(files);
    if (isOwn) return;
    const fragment = fragmentIn(base, targetURL);
    if (fragment !== undefined) return take.link(fragment);
    const path = pathIn(base, targetURL);
    if (path !== undefined) take.path(path);
  });
  isOld = false;
}

/** Returns the fragment of an encrypted link within the app; undefined for any other URL. */
function fragmentIn(base: string, address: string): string | undefined {
  const { origin, pathname, hash } = new URL(address);
  const isPage = origin === location.origin && pathname.replace(/\/$/, "") === `${base}/artifacts`;
  // Begins with the version of their format (docs/links.md).
  return isPage && /^#\d{1,4}\./.test(hash) ? hash : undefined;
}

/** Returns the path of a URL within the app; undefined for the app's root and for other sites. */
function pathIn(base: string, address: string): string | undefined {
  const { origin, pathname, search } = new URL(address);
  if (origin !== location.origin || !pathname.startsWith(`${base}/`)) return undefined;
  const path = pathname.slice(base.length) + search;
  return path === "/" ? undefined : path;
}
