import { fromBase64Json, toBase64Json } from "@/lib/chat/base64-json";
import { isRecord, type JsonRecord } from "@/lib/json";
import { hmacSigner } from "@/lib/providers/sha256";
import { type CodeRights, type RightName, readRights, rightNames } from "@/lib/server/codes/code-rights";
import { areEqualBytes } from "@/lib/server/equal-bytes";
import { RecentMap } from "@/lib/server/recent-map";

/** An access code whose rights are part of it. */
export interface SignedCode {
  /** Name of the code in counts, unique for each holder. */
  readonly id: string;
  /** Time of the signature, in seconds since 1970. */
  readonly issued: number;
  readonly rights: CodeRights;
}

/** Maximum length of a signed code, in characters. */
export const maxCodeChars = 2000;

/** Maximum time by which a code may be issued in the future, in seconds: clocks of machines differ. */
const maxSkewSeconds = 300;

/** Ids of signed codes, and of short codes before their letters are normalized. */
const idPattern = /^[0-9a-z]{1,16}$/;

/** Lengths of the signatures: 128 bits in base64url, and 80 bits in base32 for codes that are typed. */
const signatureBytes = { signed: 16, short: 10 } as const;
const shortSignatureChars = 16;

/** Digits of Crockford's base32, without letters that look like others (https://www.crockford.com/base32.html). */
const base32Digits = "0123456789abcdefghjkmnpqrstvwxyz";

/** Names of the rights in a code. */
const keyByRight: Readonly<Record<RightName, string>> = {
  name: "n",
  models: "m",
  providers: "p",
  features: "f",
  expires: "x",
  perMinute: "r",
  atOnce: "c",
  tokensPerDay: "d",
  tokensPerMonth: "k",
  moneyPerMonth: "y",
};

/** Whether an id can be that of a code. */
export function isCodeId(id: string): boolean {
  return idPattern.test(id);
}

/**
 * Returns the code with these rights, as `c1.<rights>.<signature>`. Throws a RangeError if it is too long, or if its id
 * is invalid.
 */
export function signCode({ id, issued, rights }: SignedCode, secret: string): string {
  if (!isCodeId(id)) throw new RangeError("The id of a code has 1 to 16 lower-case letters and digits.");
  const written = rightNames.flatMap((name) => (rights[name] === undefined ? [] : [[keyByRight[name], rights[name]]]));
  const signed = `c1.${toBase64Json({ i: id, t: issued, ...Object.fromEntries(written) })}`;
  const code = `${signed}.${signatureOf(signed, secret)}`;
  if (code.length > maxCodeChars) throw new RangeError(`The code has more than ${maxCodeChars} characters.`);
  return code;
}

/**
 * Reads a signed code. Returns undefined if its format, its version or its signature is wrong, if it was issued in the
 * future, or if it contains anything that this version cannot enforce. Expired codes are returned.
 *
 * @param now time in seconds since 1970
 */
export function readSignedCode(code: string, secrets: readonly string[], now: number): SignedCode | undefined {
  if (code.length > maxCodeChars) return undefined;
  const [, signed = "", payload = "", signature = ""] = /^(c1\.([\w-]+))\.([\w-]+)$/.exec(code) ?? [];
  if (signed === "" || !isSignedBy(secrets, (secret) => signatureOf(signed, secret), signature)) return undefined;
  const { content } = contents.getOrCreate(payload, () => ({ content: readContent(payload) }));
  return content && content.issued <= now + maxSkewSeconds ? content : undefined;
}

/** Contents of codes by their text. Only codes with a valid signature have an entry. */
const contents = new RecentMap<string, { readonly content: SignedCode | undefined }>(500);

function readContent(payload: string): SignedCode | undefined {
  const content = fromBase64Json(payload);
  if (!isRecord(content)) return undefined;
  const { i: id, t: issued, ...others } = content;
  if (typeof id !== "string" || !isCodeId(id)) return undefined;
  if (typeof issued !== "number" || !(issued >= 0)) return undefined;
  const read = readRights(renamed(others));
  return "rights" in read ? { id, issued, rights: read.rights } : undefined;
}

/** Returns the short code of an id, as `c1-<id>-xxxx-xxxx-xxxx-xxxx`. Its rights are those of the id in CODE_LIMITS. */
export function signShortCode(id: string, secret: string): string {
  if (!isCodeId(id)) throw new RangeError("The id of a code has 1 to 16 lower-case letters and digits.");
  const groups = shortSignatureOf(canonicalId(id), secret).match(/.{4}/g) ?? [];
  return ["c1", id, ...groups].join("-");
}

/**
 * Reads a short code as a user types it: in any letter case, with or without hyphens and spaces, and with `O`, `I` and
 * `L` for digits. Returns its canonical id, or undefined if the signature is wrong.
 */
export function readShortCode(code: string, secrets: readonly string[]): string | undefined {
  // Only ASCII: letters of other scripts that look alike must not pass.
  if (code.length > 64 || !/^[\x20-\x7e]*$/.test(code)) return undefined;
  const typed = canonicalId(code.toLowerCase().replace(/[- ]/g, ""));
  const [, id = "", signature = ""] = /^c1([0-9a-z]{1,16})([0-9a-z]{16})$/.exec(typed) ?? [];
  if (id === "") return undefined;
  return isSignedBy(secrets, (secret) => shortSignatureOf(id, secret), signature) ? id : undefined;
}

/** Returns an id in the form in which ids of short codes are compared. */
export function canonicalId(id: string): string {
  return id.replaceAll("o", "0").replace(/[il]/g, "1");
}

/** Whether a signature is that of one of the secrets. */
function isSignedBy(secrets: readonly string[], sign: (secret: string) => string, signature: string): boolean {
  const given = bytesOf(signature);
  return secrets.some((secret) => areEqualBytes(bytesOf(sign(secret)), given));
}

/** Prepared secrets. A server has at most two. */
const signers = new Map<string, (text: string) => Uint8Array>();
const maxSigners = 4;

function signerOf(secret: string): (text: string) => Uint8Array {
  const known = signers.get(secret);
  if (known) return known;
  const signer = hmacSigner(secret);
  if (signers.size >= maxSigners) signers.clear();
  signers.set(secret, signer);
  return signer;
}

/** Returns a signature as text. Texts are compared, because several texts decode to the same bytes. */
function signatureOf(signed: string, secret: string): string {
  const bytes = signerOf(secret)(`access code ${signed}`).subarray(0, signatureBytes.signed);
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

function shortSignatureOf(id: string, secret: string): string {
  const bytes = signerOf(secret)(`access code c1-${id}`).subarray(0, signatureBytes.short);
  let number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  let text = "";
  for (let index = 0; index < shortSignatureChars; index++) {
    text = `${base32Digits[Number(number % 32n)]}${text}`;
    number /= 32n;
  }
  return text;
}

/** Returns the rights under their full names. An unknown key keeps its name, which no right has. */
function renamed(content: JsonRecord): JsonRecord {
  const entries = Object.entries(content).map(([key, value]) => [
    rightNames.find((name) => keyByRight[name] === key) ?? `unknown ${key}`,
    value,
  ]);
  return Object.fromEntries(entries);
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
