declare global {
  interface Window {
    /** The scheme of links to the desktop app, which its shell sets before anything is loaded. */
    linkScheme?: string | undefined;
  }
}

/**
 * Returns a link to a path of this app, which starts with the path of the app itself. The address of the desktop app's
 * page leads nowhere else, so its links begin with the operator's address, or with the scheme that the app registers.
 */
export function linkTo(path: string): string {
  const scheme = process.env.BUILD_APP ? window.linkScheme : undefined;
  if (!scheme) return location.origin + path;
  const address = process.env.BUILT_APP_ADDRESS?.replace(/\/+$/, "");
  return address ? address + path : `${scheme}://${path.replace(/^\/(#\/)?/, "")}`;
}

/** Whether a link opens in any browser, and not only where the desktop app is installed. */
export function isWebLink(link: string): boolean {
  return /^https?:/.test(link);
}
