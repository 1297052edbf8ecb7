import { sha256Hex } from "@/lib/providers/sha256";
import { areEqualBytes } from "@/lib/server/equal-bytes";

/** Encrypted content of a link, as a store has it. This server cannot read it (docs/decisions/0085-sealed-links.md). */
export interface SealedArtifact {
  /** In base64url. */
  readonly content: string;
  /** SHA-256 of the secret with which its maker can delete it, in hexadecimal digits. */
  readonly removalHash: string;
}

/** Media type in which browsers send encrypted content. No HTML form can send it. */
export const sealedType = "application/x-parley-sealed";

/** Start of the stored text; no shared page may start with it. */
const mark = "parley-sealed 1 ";
const hashPattern = /^[0-9a-f]{64}$/;
/** Characters outside base64url. A pattern for the whole content could exhaust the memory of the regular expression. */
const foreignCharacter = /[^\w-]/;

/** Whether a stored text is encrypted content, not a page. Stores can drop byte order marks at the start of a text. */
export function isSealed(stored: string): boolean {
  return stored.replace(/^\uFEFF+/, "").startsWith(mark);
}

/** Returns the text that is stored; undefined if the content or the hash is invalid. */
export function writeSealed({ content, removalHash }: SealedArtifact): string | undefined {
  if (!isValid({ content, removalHash })) return undefined;
  return `${mark}${removalHash}\n${content}`;
}

/** Reads a stored text; undefined for a page, and for what `writeSealed` has not written. */
export function readSealed(stored: string): SealedArtifact | undefined {
  if (!stored.startsWith(mark)) return undefined;
  const end = stored.indexOf("\n");
  const sealed = { removalHash: stored.slice(mark.length, end), content: stored.slice(end + 1) };
  return isValid(sealed) ? sealed : undefined;
}

function isValid({ content, removalHash }: SealedArtifact): boolean {
  return content !== "" && !foreignCharacter.test(content) && hashPattern.test(removalHash);
}

/** Whether a secret is the one of the maker. */
export function canRemove({ removalHash }: SealedArtifact, secret: string): boolean {
  const bytes = new TextEncoder();
  return areEqualBytes(bytes.encode(sha256Hex(secret)), bytes.encode(removalHash));
}
