/** Answers a value as JSON that does not depend on the order in which its fields were put; undefined fields are none. */
export function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const fields = Object.entries(value).filter(([, inner]) => inner !== undefined);
  fields.sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${canonicalText(inner)}`).join(",")}}`;
}

/** Answers a short text by which a value is known again: two runs of FNV-1a and its length, alike on every device. */
export function fingerprint(value: unknown): string {
  const text = canonicalText(value);
  let one = 0x811c9dc5;
  let other = 0x01000193;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ code, 0x5bd1e995) ^ (other >>> 15);
  }
  return `${(one >>> 0).toString(36)}${(other >>> 0).toString(36)}.${text.length.toString(36)}`;
}
