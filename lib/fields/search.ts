/** Returns a text as it is searched: letters without case, marks and compatibility forms. */
function searchable(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/**
 * Whether a query finds something by its words: each part of the query stands somewhere in them, or is met there in
 * another way. An empty query finds all.
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
