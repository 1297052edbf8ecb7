/** Characters that servers read differently, also if they are written in percent-encoding. */
const oddCharacter = /[\p{Cc}\p{Surrogate}\\]|%(?:25)*(?:2f|5c|2e|[01][\da-f]|7f)/iu;

/** Whether a folder in a bucket is refused: other programs may read its address differently. */
export function isOddPrefix(prefix: string): boolean {
  return oddCharacter.test(prefix) || prefix.split("/").some((folder) => /^\.{1,2}$/.test(folder));
}
