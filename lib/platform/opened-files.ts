/** What the browser hands to an installed app with the files that it is to open; browsers' types leave it out. */
interface LaunchQueue {
  setConsumer(consume: (launch: { readonly files?: readonly FileSystemFileHandle[] }) => void): void;
}

declare global {
  interface Window {
    readonly launchQueue?: LaunchQueue;
  }
}

/** Hands over the files that the system opens with the installed app, those that wait first. */
export function onOpenedFiles(take: (handles: readonly FileSystemFileHandle[]) => void): void {
  // A page that is read anew is given the files once more that it has taken already.
  if (isReadAnew()) return;
  window.launchQueue?.setConsumer(({ files = [] }) => {
    if (files.length > 0) take(files);
  });
}

function isReadAnew(): boolean {
  const [navigation] = performance.getEntriesByType("navigation");
  return (navigation as PerformanceNavigationTiming | undefined)?.type === "reload";
}
