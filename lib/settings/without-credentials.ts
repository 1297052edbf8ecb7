/** Values that links have replaced, or those before another location was joined: they are removed as a whole. */
const former: readonly string[] = ["formerAccess", "formerSync"];
/** Names of fields with credentials: of providers, sync, plugins and voice. */
const credentialName =
  /(api_?key|secret(key|id)?|access_?(key|code|token)|extra_?headers|auth_?token|^token|password|apisecret)$/i;

/** Names of credentials that no backup contains: those of sign-ins at MCP servers. */
const signInName = /(refresh_?token|id_?token|verifier)$/i;

/** Whether a text in a stored document is a credential, or an address with one. */
export function isCredential(name: string, text: string): boolean {
  return credentialName.test(name) || signInName.test(name) || withoutUserInfo(text) !== text;
}

/**
 * Returns a document without credentials, at any depth: keys, codes, secrets, passwords, and user names in URLs. The
 * fields are removed, so that no empty value overwrites a stored one (docs/security.md#i86).
 */
export function withoutCredentials(value: unknown): unknown {
  if (typeof value === "string") return withoutUserInfo(value);
  if (Array.isArray(value)) return value.map(withoutCredentials);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, inner]) => !(credentialName.test(name) && typeof inner === "string") && !former.includes(name))
      .map(([name, inner]) => [name, withoutCredentials(inner)]),
  );
}

/** Removes the user name and password that some users write into a URL: `https://name:password@host`. */
function withoutUserInfo(text: string): string {
  return /^https?:\/\/[^/?#\s]*@/i.test(text) ? text.replace(/^(https?:\/\/)[^/?#\s]*@/i, "$1") : text;
}
