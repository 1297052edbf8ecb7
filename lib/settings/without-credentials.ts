/** Names of fields that hold a credential; the values that links replaced (`formerAccess`) are left out as a whole: of providers, of sync, of plugins, of voice. */
const credentialName = /(api_?key|secret(key|id)?|access_?(key|code|token)|auth_?token|^token|password|apisecret)$/i;

/**
 * Returns a document without credentials, at any depth: keys, codes, secrets and passwords, and the names that stand
 * in addresses. What is left out is left out, so that nothing empty overwrites what is there (I8.6).
 */
export function withoutCredentials(value: unknown): unknown {
  if (typeof value === "string") return withoutUserInfo(value);
  if (Array.isArray(value)) return value.map(withoutCredentials);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, inner]) => !(credentialName.test(name) && typeof inner === "string") && name !== "formerAccess")
      .map(([name, inner]) => [name, withoutCredentials(inner)]),
  );
}

/** Some people write name and password into an address: `https://name:password@host`. */
function withoutUserInfo(text: string): string {
  return /^https?:\/\/[^/?#\s]*@/i.test(text) ? text.replace(/^(https?:\/\/)[^/?#\s]*@/i, "$1") : text;
}
