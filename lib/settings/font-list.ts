/** Generic font families, which would be font names if they were quoted. */
const kinds = /^(serif|sans-serif|monospace|cursive|fantasy|system-ui|ui-(serif|sans-serif|monospace|rounded))$/i;

/** Returns the user's comma-separated font names as a CSS font list; empty if there are none. */
export function fontList(names: string): string {
  return names
    .split(",")
    .map((name) => name.replace(/["'\\]/g, "").trim())
    .filter((name) => name !== "")
    .map((name) => (kinds.test(name) ? name : `"${name}"`))
    .join(", ");
}
