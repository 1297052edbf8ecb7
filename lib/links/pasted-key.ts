import { type AddressWarning, readLinkAddress } from "@/lib/links/link-address";
import { versionEnd } from "@/lib/providers/codecs/join-address";

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
      /** The address in a variable of the same name, such as `DEEPSEEK_BASE_URL`. The key is for that server. */
      readonly address?: string;
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
/** The beginning of a command of a shell that has no equals sign: of Windows, or of curl. */
const command = /^(?:setx\s+[A-Z][A-Z0-9_]*\s+|-H\s+)(?=\S)/i;
/** The last parts of the names of variables with keys and with addresses. */
const keyVariable = /_?(?:API_)?(?:KEY|TOKEN)$/;
const addressVariable = /_?(?:API_)?(?:BASE(?:_URL)?|URL|ENDPOINT)$/;
/** An address without a scheme: this computer or an IP address, or a name with a port or a path. */
const bareAddress =
  /^(?:(?:localhost|\d{1,3}(?:\.\d{1,3}){3})(?::\d{1,5})?(?:\/\S*)?|[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?::\d{1,5}(?:\/\S*)?|\/\S*))$/i;
const quotes = /^["'`“”‘’«»]+|["'`“”‘’«»;,}\\]+$/gu;
const invisible = /[\u200b-\u200f\u2060\ufeff]/gu;

/**
 * Reads a pasted text: a key, or the address of a server.
 *
 * Removes quotes, white space, line breaks, and the text around a key in a shell script, a header or a JSON file:
 * `export OPENAI_API_KEY="sk-…"`, `Authorization: Bearer sk-…`. Of several variables or keys, only the first counts,
 * except that a key and the address of the same server belong together.
 */
export function readPastedKey(pasted: string): PastedKey {
  const cleaned = pasted.slice(0, maxPasteChars).replace(invisible, "");
  const pair = pairIn(cleaned);
  if (pair) return pair;
  const first = firstEntry(cleaned);
  const text = unwrapped(first);
  if (/^https?:\/\//i.test(text)) return { kind: "address", address: text.replace(/\s.*$/s, "") };
  if (bareAddress.test(text)) return { kind: "address", address: text };
  // Words are left as they are, which `isKeyText` refuses.
  const isWords = /^\p{L}+(?:[ ,.:]+\p{L}+){2,}[.:!]?$/u.test(text);
  const key = (isWords ? text : text.replace(/\s+/g, "")).slice(0, maxKeyChars);
  const variable = variableName.exec(first.replace(/^[{,\s]+/, ""))?.[1];
  return variable === undefined ? { kind: "key", key } : { kind: "key", key, variable };
}

/** Returns a key and the address of its server, if two lines assign them to variables of the same name. */
function pairIn(text: string): PastedKey | undefined {
  const variables = text.split(/[\r\n]+/).flatMap((line) => {
    const [begin = "", name] = variableName.exec(line.trim()) ?? [];
    return name === undefined ? [] : { name, value: unwrapped(line.trim().slice(begin.length)) };
  });
  const key = variables.find(({ name }) => keyVariable.test(name));
  const server = key?.name.replace(keyVariable, "");
  const address = variables.find(
    ({ name, value }) =>
      name.replace(addressVariable, "") === server && addressVariable.test(name) && /^https?:/i.test(value),
  );
  return key && address && { kind: "key", key: key.value, variable: key.name, address: address.value };
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
    rest = rest
      .replace(quotes, "")
      .trim()
      .replace(command, "")
      .replace(assignment, "")
      .replace(member, "")
      .replace(scheme, "");
  }
  return rest;
}

/** An example of a key, or a variable without a value. */
const noKey = /\.\.\.|^[A-Z][A-Z0-9_]*=$/;

/** Whether a text can be sent as a key: one word of printable ASCII, as headers accept no other characters. */
export function isKeyText(key: string): boolean {
  return /^[\x21-\x7e]+$/.test(key) && !noKey.test(key) && key.length < maxKeyChars;
}

/** Paths of single calls, which users copy from a manual or from a log. */
const callPath = /\/(?:chat\/completions|completions|responses|embeddings|models|messages)\/?$/i;

/**
 * Returns the base URL of a server from any URL of it, or undefined if the text is not a web address. Removes the paths
 * of single calls, the query and the fragment; `/v1` may stay, and a call without a version (`join-address.ts`).
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
  const base = whole.replace(callPath, "");
  // Without a version, only the whole URL tells that the server has none (`join-address.ts`).
  const address = /\/chat\/completions\/?$/i.test(whole) && !versionEnd.test(base) ? `${base}/chat/completions` : base;
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
