/**
 * Makes one segment of a path of any text, so that no name leads elsewhere.
 *
 * A name of dots alone would be a step up even when its dots are encoded (`%2e%2e`): it is encoded twice and so names
 * what does not exist. Half characters, which cannot be encoded, become the replacement character.
 */
export function pathSegment(name: string): string {
  const segment = encodeURIComponent(name.replace(/\p{Surrogate}/gu, "\uFFFD"));
  return /^\.{1,2}$/.test(segment) ? segment.replaceAll(".", "%252E") : segment;
}
