/** Reasons for a confirmation before opening a link in a reply: it is long, or repeats the user's text. */
export type LinkConcern = "long" | "repeats";

/**
 * Maximum length of a URL's end that opens without confirmation, in characters: last path segment, query and fragment.
 */
const maxTailChars = 100;

/** Minimum length of a run of letters and digits that counts as a repetition, in characters. */
const runChars = 20;

/**
 * Maximum length of the user's text that is compared, in characters: the newest first, because a click must not wait.
 */
const maxTextChars = 1_000_000;

/** Maximum length of a URL that is compared, in characters; longer ones always need confirmation. */
const maxAddressChars = 8192;

/** Number of decoding rounds: a value may be encoded inside an encoded value. */
const decodings = 3;

/**
 * Returns the reason to ask before opening a link of a reply, or undefined. A reply may be controlled by the author of
 * a page or file that the model has read. Its link can send the conversation to a stranger. URLs that the user wrote
 * need no confirmation.
 *
 * @param userTexts texts of the user's messages in the chat, newest first
 */
export function linkConcern(address: string, userTexts: readonly string[]): LinkConcern | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const written = [...new Set([address, url.href, decoded(address)])];
  if (userTexts.some((text) => written.some((form) => text.includes(form)))) return undefined;
  const tail = url.pathname.slice(url.pathname.lastIndexOf("/") + 1) + url.search + url.hash;
  if (address.length > maxAddressChars) return "long";
  if (repeatsText(address, userTexts)) return "repeats";
  return tail.length > maxTailChars ? "long" : undefined;
}

function repeatsText(address: string, userTexts: readonly string[]): boolean {
  const runs = new Set<string>();
  for (const form of formsOf(address)) {
    const plain = lettersOf(form);
    for (let at = 0; at + runChars <= plain.length; at += 1) runs.add(plain.slice(at, at + runChars));
  }
  if (runs.size === 0) return false;
  let left = maxTextChars;
  for (const text of userTexts) {
    const plain = lettersOf(text.slice(0, left));
    left -= text.length;
    for (let at = 0; at + runChars <= plain.length; at += 1) if (runs.has(plain.slice(at, at + runChars))) return true;
    if (left <= 0) return false;
  }
  return false;
}

/** Returns a URL and the results of decoding its percent-encoding, base64 and hexadecimal digits. */
function formsOf(address: string): Set<string> {
  const forms = new Set([address]);
  let newest = [address];
  for (let round = 0; round < decodings; round += 1) {
    const next = newest.flatMap((form) => [decoded(form), ...encodedParts(form)]);
    newest = next.filter((form) => !forms.has(form));
    for (const form of newest) forms.add(form);
  }
  return forms;
}

/** Decodes percent-encoded text; invalid sequences remain. */
function decoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run;
    }
  });
}

function encodedParts(text: string): string[] {
  const base64 = text.match(/[\w+/-]{16,}/g) ?? [];
  // Digits of base64url also separate the parts of a path or name.
  const pieces = base64.flatMap((part) => [...part.split("/"), ...part.split(/[/_-]/)]);
  const parts = [...base64, ...pieces.filter((part) => part.length >= 16)];
  const hex = text.match(/(?:[0-9a-f]{2}){16,}/gi) ?? [];
  return [...parts.map(fromBase64), ...hex.map(fromHex)].filter((part) => part !== "");
}

function fromBase64(part: string): string {
  const digits = part.replaceAll("-", "+").replaceAll("_", "/");
  // A single remaining digit carries no byte.
  const whole = digits.slice(0, digits.length - (digits.length % 4 === 1 ? 1 : 0));
  try {
    return asText(Uint8Array.from(atob(whole), (letter) => letter.charCodeAt(0)));
  } catch {
    return "";
  }
}

function fromHex(part: string): string {
  return asText(Uint8Array.from(part.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)));
}

function asText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** Returns only letters and digits in lower case, because separators differ between a text and its copy in a URL. */
function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}
