/** Maximum length of a folded name, in characters: no provider has longer fields, and folding them would take long. */
const maxNameChars = 100;

/**
 * Returns a field's name as the most lenient server compares it: Go programs read `MODEL` as `model`.
 * https://pkg.go.dev/encoding/json#Unmarshal
 */
export function foldedName(field: string): string {
  return field.length > maxNameChars ? field : field.normalize("NFKC").toLowerCase();
}

/** Returns a field's name in the spelling in which fields are compared: without underscores and hyphens. */
export function comparedName(field: string): string {
  return foldedName(field).replace(/[_-]/g, "");
}
