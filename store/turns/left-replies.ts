const resumable = new Set<string>();

/** Sets whether a later page can resume a reply now. The end of this page leaves it to that page. */
export function setResumable(messageId: string, isResumable: boolean): void {
  if (isResumable) resumable.add(messageId);
  else resumable.delete(messageId);
}

/** Whether a later page can resume a reply now. */
export function isResumable(messageId: string): boolean {
  return resumable.has(messageId);
}
