/** Returns the `Authorization: Bearer` header; no header if the key is empty. */
export function bearer({ apiKey }: { readonly apiKey: string }): Record<string, string> {
  return apiKey ? { Authorization: `Bearer ${apiKey}` } : {};
}
