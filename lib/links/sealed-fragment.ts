/** Whether a fragment is that of an encrypted link: it starts with the version of its format (docs/links.md). */
export function isSealedLink(fragment: string): boolean {
  return /^#\d{1,4}\./.test(fragment);
}
