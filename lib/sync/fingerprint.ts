/** Returns a value as JSON that does not depend on the order of its fields; undefined fields are omitted. */
export function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const fields = Object.entries(value).filter(([, inner]) => inner !== undefined);
  fields.sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${canonicalText(inner)}`).join(",")}}`;
}

/** Whether two values have the same canonical text, without creating it. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
    return one.every((inner, index) => isSameValue(inner, other[index]));
  }
  return hasSameFields(one, other) && hasSameFields(other, one);
}

function hasSameFields(one: object, other: object): boolean {
  const fields = other as Readonly<Record<string, unknown>>;
  return Object.entries(one).every(([name, value]) => isSameValue(value, fields[name]));
}

/** Cached, because it is called for each character. */
const { imul } = Math;

/** Cache of fingerprints, because a record's fingerprint is needed several times per sync. */
const known = new WeakMap<object, string>();

/** Returns a short identifier of a value, the same on every device: two hashes and a length. */
export function fingerprint(value: unknown): string {
  if (typeof value !== "object" || value === null) return printOf(value);
  const print = known.get(value) ?? printOf(value);
  known.set(value, print);
  return print;
}

function printOf(value: unknown): string {
  const sums: Sums = { one: 0x811c9dc5, other: 0x01000193, length: 0 };
  mix(sums, value);
  return `${(sums.one >>> 0).toString(36)}${(sums.other >>> 0).toString(36)}.${sums.length.toString(36)}`;
}

interface Sums {
  one: number;
  other: number;
  length: number;
}

/** Hashes a value with a prefix for its type; fields are in alphabetical order. */
function mix(sums: Sums, value: unknown): void {
  if (typeof value === "string") mixText(sums, `"${value.length}:`, value);
  else if (typeof value !== "object" || value === null) mixText(sums, `${String(value)},`);
  else if (Array.isArray(value)) {
    mixText(sums, `[${value.length}:`);
    for (const inner of value) mix(sums, inner);
  } else mixFields(sums, value as Readonly<Record<string, unknown>>);
}

function mixFields(sums: Sums, fields: Readonly<Record<string, unknown>>): void {
  mixText(sums, "{");
  for (const name of Object.keys(fields).sort()) {
    if (fields[name] === undefined) continue;
    mixText(sums, name, ":");
    mix(sums, fields[name]);
  }
  mixText(sums, "}");
}

/** Hashes texts by FNV-1a, and by a second function with another factor. */
function mixText(sums: Sums, ...texts: readonly string[]): void {
  let { one, other } = sums;
  for (const text of texts) {
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      one = imul(one ^ code, 0x01000193);
      other = imul(other ^ code, 0x5bd1e995) ^ (other >>> 15);
    }
    sums.length += text.length;
  }
  sums.one = one;
  sums.other = other;
}
