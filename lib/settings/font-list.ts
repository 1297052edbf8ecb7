/** Names of a kind of typeface, which would be those of a font between quotes. */
const kinds = /^(serif|sans-serif|monospace|cursive|fantasy|system-ui|ui-(serif|sans-serif|monospace|rounded))$/i;

/** Returns the fonts that a person has named, with commas between them, as CSS reads them; empty where there are none. */
export function fontList(names: string): string {
  return names
    .split(",")
    .map((name) => name.replace(/["'\\]/g, "").trim())
    .filter((name) => name !== "")
    .map((name) => (kinds.test(name) ? name : `"${name}"`))
    .join(", ");
}
