/**
 * Encodes any text as one segment of a path, so that a name cannot lead to another path.
 *
 * A name of dots would be a step up even if its dots are encoded (`%2e%2e`). So it is encoded twice, which leads to a
 * path that does not exist. Lone surrogates, which cannot be encoded, become the replacement character.
 */
export function pathSegment(name: string): string {
  const segment = encodeURIComponent(name.replace(/\p{Surrogate}/gu, "\uFFFD"));
  return /^\.{1,2}$/.test(segment) ? segment.replaceAll(".", "%252E") : segment;
}
