import { type AddressWarning, readLinkAddress } from "@/lib/links/link-address";

/** Maximum length of a pasted text that is read, in characters. */
const maxPasteChars = 10_000;
/** Maximum length of a key, in characters. Azure's sign-in tokens have about 2000. */
const maxKeyChars = 4000;
/** Maximum number of nested layers around a key, such as quotes in a header in quotes. */
const maxLayers = 4;

export type PastedKey =
  | {
      readonly kind: "key";
      readonly key: string;
      /** The name of the variable that the key was assigned to, such as `DEEPSEEK_API_KEY`. */
      readonly variable?: string;
    }
  | { readonly kind: "address"; readonly address: string };

/** The name of a variable or of a JSON member, and the equals sign or colon after it. */
const assignment = /^(?:(?:export|set|setx|const|let)\s+|\$env:)?["']?[a-z_][a-z0-9_.-]*["']?\s*=\s*(?=[^=\s])/i;
const variableName =
  /^(?:(?:export|set|setx|const|let)\s+|\$env:)?["']?([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)["']?\s*[=:]\s*(?=[^=\s])/;
/** The beginning of another key in a further line. Other lines are parts of a key that was copied with line breaks. */
const keyStart = /^(?:sk-|gsk_|xai-|AIza)/;
const member = /^[{,\s]*["']?[a-z0-9_.-]*(?:key|token|authorization|url|address)["']?\s*:\s*(?=\S)/i;
const scheme = /^(?:bearer|basic)\s+(?=\S)/i;
const quotes = /^["'`“”‘’«»]+|["'`“”‘’«»;,}\\]+$/gu;
const invisible = /[\u200b-\u200f\u2060\ufeff]/gu;

/**
 * Reads a pasted text: a key, or the address of a server.
 *
 * Removes quotes, white space, line breaks, and the text around a key in a shell script, a header or a JSON file:
 * `export OPENAI_API_KEY="sk-…"`, `Authorization: Bearer sk-…`. Of several variables or keys, only the first counts.
 */
export function readPastedKey(pasted: string): PastedKey {
  const first = firstEntry(pasted.slice(0, maxPasteChars).replace(invisible, ""));
  const text = unwrapped(first);
  if (/^https?:\/\//i.test(text)) return { kind: "address", address: text.replace(/\s.*$/s, "") };
  const key = text.replace(/\s+/g, "").slice(0, maxKeyChars);
  const variable = variableName.exec(first.replace(/^[{,\s]+/, ""))?.[1];
  return variable === undefined ? { kind: "key", key } : { kind: "key", key, variable };
}

/** Returns the lines up to the next variable, key or comment. Comments before the first entry are skipped. */
function firstEntry(text: string): string {
  const lines = text.split(/[\r\n]+/).map((line) => line.trim());
  const from = lines.findIndex((line) => line !== "" && !/^(?:#|\/\/)/.test(line));
  if (from < 0) return "";
  const length = lines.slice(from + 1).findIndex((line) => isEntryStart(line));
  return lines.slice(from, length < 0 ? undefined : from + 1 + length).join("\n");
}

function isEntryStart(line: string): boolean {
  return /^(?:#|\/\/)/.test(line) || [keyStart, assignment, member].some((pattern) => pattern.test(line));
}

/** Removes what is around a key, layer by layer: a header may be in quotes, and its value may be, too. */
function unwrapped(text: string): string {
  let rest = text.trim();
  for (let layer = 0; layer < maxLayers; layer++) {
    rest = rest.replace(quotes, "").trim().replace(assignment, "").replace(member, "").replace(scheme, "");
  }
  return rest;
}

/** Whether a text can be sent as a key: one word of printable ASCII, as headers accept no other characters. */
export function isKeyText(key: string): boolean {
  return /^[\x21-\x7e]+$/.test(key) && key.length < maxKeyChars;
}

/** Paths of single calls, which users copy from a manual or from a log. */
const callPath = /\/(?:chat\/completions|completions|responses|embeddings|models|messages)\/?$/i;

/**
 * Returns the base URL of a server from any URL of it, or undefined if the text is not a web address. Removes the paths
 * of single calls, the query and the fragment; `/v1` may stay (`join-address.ts`).
 *
 * A private host without a scheme gets `http://`: such servers rarely have a certificate.
 */
export function serverAddress(text: string): { address: string; host: string } | undefined {
  const bare = text
    .trim()
    .replace(quotes, "")
    .replace(/[?#].*$/s, "");
  const read = readLinkAddress(bare);
  if ("refusal" in read) return undefined;
  const isUnencrypted = !/^https?:\/\//i.test(bare) && isPrivate(read.warnings);
  const whole = isUnencrypted ? read.address.replace(/^https:/, "http:") : read.address;
  const address = whole.replace(callPath, "");
  return { address, host: new URL(address).host };
}

function isPrivate(warnings: readonly AddressWarning[]): boolean {
  return warnings.includes("private");
}

/**
 * Whether the browser blocks calls to an address as mixed content: `http://` from a page with `https://`, except to this
 * computer. https://developer.mozilla.org/docs/Web/Security/Mixed_content
 */
export function isMixedContent(address: string, pageProtocol: string): boolean {
  if (pageProtocol !== "https:" || !/^http:/i.test(address)) return false;
  const { hostname } = new URL(address);
  return !/^(?:localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}
