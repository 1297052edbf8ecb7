import { type Provider, secretNames } from "@/lib/providers/provider";

/** Minimum length of a key in a list, in characters. A key with a comma and a shorter part is a single one. */
const minKeyChars = 8;

/** Returns the keys of a field, which may contain several between commas. */
export function keysIn(value: string): readonly string[] {
  const keys = value.split(",").flatMap((part) => part.trim() || []);
  return keys.every((key) => key.length >= minKeyChars) ? [...new Set(keys)] : [value];
}

/** Whether the credential of a provider is one key. The extra headers of an own server are a secret beside it. */
export function takesSeveralKeys(provider: Pick<Provider, "fields">): boolean {
  return (
    secretNames(provider).every((name) => name === "apiKey" || name === "extraHeaders") && "apiKey" in provider.fields
  );
}
