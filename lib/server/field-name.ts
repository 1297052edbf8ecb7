/**
 * Answers a field's name as the most lenient server compares it: programs written in Go read `MODEL` for `model`.
 * https://pkg.go.dev/encoding/json#Unmarshal
 */
export function foldedName(field: string): string {
  return field.normalize("NFKC").toLowerCase();
}
