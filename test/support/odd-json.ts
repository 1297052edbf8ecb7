import fc from "fast-check";

/**
 * Makes JSON that looks like a provider's and is not: its words as names and values, anywhere, beside what is no JSON
 * at all.
 */
export function oddJson(words: readonly string[]): fc.Arbitrary<string> {
  const word = fc.constantFrom(...words);
  const values = [word, fc.jsonValue({ maxDepth: 1 })];
  const shaped = fc.object({ key: word, values, maxDepth: 5, maxKeys: 6, withNullPrototype: false });
  return fc.oneof(
    shaped.map((value) => JSON.stringify(value)),
    fc.array(shaped, { maxLength: 3 }).map((value) => JSON.stringify(value)),
    fc.json(),
    fc.string(),
  );
}
