/** Normalizes text for searching: case, diacritics and compatibility forms are removed. */
function searchable(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/**
 * Whether a query matches: each of its words is contained in the texts, or is accepted by `isMet`. An empty query
 * matches everything.
 */
export function isFoundBy(
  query: string,
  words: readonly string[],
  isMet: (text: string, part: string) => boolean = () => false,
): boolean {
  const text = searchable(words.join("\n"));
  return searchable(query)
    .split(/\s+/)
    .every((part) => text.includes(part) || isMet(text, part));
}
