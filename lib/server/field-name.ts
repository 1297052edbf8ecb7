/** Longer names are no field of any provider, and folding them would take long, in characters. */
const maxNameChars = 100;

/**
 * Returns a field's name as the most lenient server compares it: programs written in Go read `MODEL` for `model`.
 * https://pkg.go.dev/encoding/json#Unmarshal
 */
export function foldedName(field: string): string {
  return field.length > maxNameChars ? field : field.normalize("NFKC").toLowerCase();
}
