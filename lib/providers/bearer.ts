/** Returns the header that carries a key the common way; an empty key gives no header. */
export function bearer({ apiKey }: { readonly apiKey: string }): Record<string, string> {
  return apiKey ? { Authorization: `Bearer ${apiKey}` } : {};
}
