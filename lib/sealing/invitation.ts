import { hkdf } from "@noble/hashes/hkdf.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { decrypt, encrypt, importKey, keyBytes, randomBytes } from "@/lib/sealing/aead";
import { packText, unpackText } from "@/lib/sealing/packed-text";
import { leastObjectBytes, padText, unpadText } from "@/lib/sealing/padded";
import { base64UrlOf, bytesOfBase64Url } from "@/lib/sealing/sealed-link";
import { canonicalText } from "@/lib/sync/fingerprint";

type Bytes = Uint8Array<ArrayBuffer>;

/** The format version of the invitation at a location, which is also its first byte. */
const invitationVersion = 1;
/**
 * The format version of links for devices. The other encrypted links have version 1, so an app that knows only those
 * reports a newer version.
 */
const linkVersion = 2;
/** The letter of links for devices. */
const linkLetter = "d";
const anyVersion = /^\d{1,4}\.d\./;
const nameBytes = 16;
/** Maximum length of a text, in bytes. */
const maxTextBytes = 20_000;
/** Maximum length of a fragment that is read, in characters. */
const maxFragmentChars = 20_000;

/** The secret of a link: 32 random bytes, from which all else is derived. */
export type InvitationSecret = Bytes;

/** Creates the secret of a link. */
export function newInvitationSecret(): InvitationSecret {
  return randomBytes(keyBytes);
}

/** Returns the name of the invitation among the objects of the location. It tells nothing about the secret. */
export function invitationName(secret: InvitationSecret): string {
  return Array.from(derived(secret, "name", nameBytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Encrypts an invitation. Its name, its version and its expiry are authenticated, so that no other expiry or location of
 * it is accepted.
 */
export async function sealInvitation(text: string, secret: InvitationSecret, expires: number): Promise<Bytes> {
  const key = await importKey(derived(secret, "invitation", keyBytes));
  const sealed = await encrypt(key, await padText(text, leastObjectBytes), invitationData(secret, expires));
  const joined = new Uint8Array(1 + sealed.length);
  joined[0] = invitationVersion;
  joined.set(sealed, 1);
  return joined;
}

/** Decrypts an invitation; `altered` if a bit, the secret or the expiry differs. */
export async function openInvitation(
  bytes: Bytes,
  secret: InvitationSecret,
  expires: number,
): Promise<{ readonly text: string } | "newer" | "altered"> {
  if ((bytes[0] ?? 0) > invitationVersion) return "newer";
  if (bytes[0] !== invitationVersion) return "altered";
  const key = await importKey(derived(secret, "invitation", keyBytes));
  const padded = await decrypt(key, bytes.slice(1), invitationData(secret, expires));
  const text = padded && (await unpadText(padded, maxTextBytes));
  return text === undefined ? "altered" : { text };
}

/**
 * Returns the fragment of a link, without `#`: the secret, and a text. The text is encrypted with a key of the secret,
 * which hides nothing from those who have the link. It detects links that are cut or altered.
 */
export async function writeDeviceLink(text: string, secret: InvitationSecret): Promise<string> {
  const { method, bytes } = await packText(text);
  const plain = new Uint8Array(1 + bytes.length);
  plain[0] = method;
  plain.set(bytes, 1);
  const content = await encrypt(await importKey(derived(secret, "link", keyBytes)), plain, linkData());
  return [linkVersion, linkLetter, base64UrlOf(secret), base64UrlOf(content)].join(".");
}

/** Reads the fragment of a link, or a whole link. */
export async function readDeviceLink(
  link: string,
): Promise<{ readonly secret: InvitationSecret; readonly text: string } | "newer" | "broken"> {
  const fragment = link.trim().replace(/^[^#]*#/, "");
  if (fragment.length > maxFragmentChars || !anyVersion.test(fragment)) return "broken";
  if (Number.parseInt(fragment, 10) > linkVersion) return "newer";
  const [, version, key = "", written = ""] = /^(\d+)\.d\.([\w-]{43})\.([\w-]+)$/.exec(fragment) ?? [];
  const [secret, content] = [bytesOfBase64Url(key), bytesOfBase64Url(written)];
  if (Number(version) !== linkVersion || secret?.length !== keyBytes || !content) return "broken";
  const plain = await decrypt(await importKey(derived(secret, "link", keyBytes)), content, linkData());
  const text = plain && (await unpackText({ method: plain[0] ?? 0, bytes: plain.subarray(1) }, maxTextBytes));
  return text === undefined ? "broken" : { secret, text };
}

function derived(secret: InvitationSecret, use: "name" | "invitation" | "link", size: number): Bytes {
  return new Uint8Array(hkdf(sha256, secret, undefined, utf8ToBytes(`parley-sync invitation ${use}`), size));
}

function invitationData(secret: InvitationSecret, expires: number): Bytes {
  const facts = ["parley-sync", "invitation", invitationVersion, invitationName(secret), expires];
  return new TextEncoder().encode(canonicalText(facts));
}

function linkData(): Bytes {
  return new TextEncoder().encode(`parley device link ${linkVersion}`);
}
