/** Whether a fragment is that of an encrypted link: it starts with the version of its format (docs/links.md). */
export function isSealedLink(fragment: string): boolean {
  return /^#\d{1,4}\./.test(fragment);
}

/** Whether an encrypted link is for another device of its maker, also in a newer version. */
export function isDeviceLink(fragment: string): boolean {
  return /^#\d{1,4}\.d\./.test(fragment);
}
