/** Maximum length of a user's name, in characters: that of an email address. */
const maxNameChars = 254;

/**
 * Returns a user's name in the form in which names are compared: without letter case and outer spaces. Undefined for an
 * empty name, a list, and a name with control characters or invisible ones.
 */
export function userName(text: string): string | undefined {
  if (text.length > 4 * maxNameChars) return undefined;
  const name = text.trim().normalize("NFC").toLowerCase().normalize("NFC");
  if (name === "" || [...name].length > maxNameChars || /[,\p{C}\p{Zl}\p{Zp}]/u.test(name)) return undefined;
  return name;
}
