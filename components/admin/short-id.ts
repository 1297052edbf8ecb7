/** Returns an id in counts with at most 20 characters: that of a plain code is a digest. */
export function shortId(code: string): string {
  return code.length > 20 ? `${code.slice(0, 19)}…` : code;
}
