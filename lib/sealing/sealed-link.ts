import { decrypt, encrypt, importKey, keyBytes, randomBytes } from "@/lib/sealing/aead";
import { packText, unpackText } from "@/lib/sealing/packed-text";
import { padText, unpadText } from "@/lib/sealing/padded";
import { base64OfBytes, bytesOfBase64 } from "@/lib/storage/blobs";

type Bytes = Uint8Array<ArrayBuffer>;

/** The format version of links; a reader refuses newer ones. */
const version = 1;

/** The place of the encrypted text: in the link itself, or stored by the site. */
export type SealedPlace = "link" | "site";

/** Maximum lengths of the text, in bytes: a small link must not unpack to a huge text. */
const maxTextBytes = { link: 1_000_000, site: 20_000_000 } as const;

/** An encrypted text, and the key that only the link has; both in base64url. */
export interface SealedText {
  readonly key: string;
  readonly content: string;
}

/** The fragment of a link: the key, and the encrypted text or the id under which the site stores it. */
export type LinkFragment =
  | { readonly place: "link"; readonly key: string; readonly content: string }
  | { readonly place: "site"; readonly key: string; readonly id: string };

const letters = { link: "c", site: "s" } as const satisfies Record<SealedPlace, string>;

/**
 * Encrypts a text with AES-256-GCM under a random key. A text for the site is padded, so that its size tells less. The
 * place is authenticated.
 */
export async function sealText(text: string, place: SealedPlace): Promise<SealedText> {
  const key = randomBytes(keyBytes);
  const plain = place === "site" ? await padText(text) : await packedBytes(text);
  const content = await encrypt(await importKey(key), plain, associatedData(place));
  return { key: base64UrlOf(key), content: base64UrlOf(content) };
}

/** Decrypts a text; undefined if the key is wrong, or a single bit differs. */
export async function openText({ key, content }: SealedText, place: SealedPlace): Promise<string | undefined> {
  const [keyRead, sealed] = [bytesOfBase64Url(key), bytesOfBase64Url(content)];
  if (keyRead?.length !== keyBytes || !sealed) return undefined;
  const plain = await decrypt(await importKey(keyRead), sealed, associatedData(place));
  if (!plain) return undefined;
  if (place === "site") return unpadText(plain, maxTextBytes.site);
  return unpackText({ method: plain[0] ?? 0, bytes: plain.subarray(1) }, maxTextBytes.link);
}

/** Returns the fragment of a link, without `#`. Browsers never send it to a server. */
export function writeFragment(fragment: LinkFragment): string {
  const rest = fragment.place === "link" ? fragment.content : fragment.id;
  return [version, letters[fragment.place], fragment.key, rest].join(".");
}

/** Maximum length of a fragment that is read, in characters; longer ones are never written. */
const maxFragmentChars = 100_000;

/** Reads the fragment of a link, with or without `#`. */
export function readFragment(text: string): LinkFragment | "newer" | "broken" {
  if (text.length > maxFragmentChars) return "broken";
  const [, written = "", rest = ""] = /^#?(\d{1,4})\.(.*)$/s.exec(text) ?? [];
  if (Number(written) > version) return "newer";
  const [, letter, key = "", content = ""] =
    Number(written) === version ? (/^([cs])\.([\w-]{43})\.([\w-]+)$/.exec(rest) ?? []) : [];
  if (letter === letters.link) return { place: "link", key, content };
  if (letter === letters.site && /^[0-9a-f]{32}$/.test(content)) return { place: "site", key, id: content };
  return "broken";
}

/** Encodes bytes in base64url without padding. */
export function base64UrlOf({ buffer }: Bytes): string {
  return base64OfBytes(buffer).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Decodes base64url; undefined if it is invalid. */
export function bytesOfBase64Url(text: string): Bytes | undefined {
  const buffer = bytesOfBase64(text.replaceAll("-", "+").replaceAll("_", "/"));
  return buffer && new Uint8Array(buffer);
}

/** Returns a compressed text after a byte for its compression. */
async function packedBytes(text: string): Promise<Bytes> {
  const { method, bytes } = await packText(text);
  const joined = new Uint8Array(1 + bytes.length);
  joined[0] = method;
  joined.set(bytes, 1);
  return joined;
}

function associatedData(place: SealedPlace): Bytes {
  return new TextEncoder().encode(`parley link ${version} ${place}`);
}
