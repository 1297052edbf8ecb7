import { AppError } from "@/lib/errors";
import { readSharedItem, type SharedItem, writeSharedItem } from "@/lib/links/shared-item";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { screenAddress } from "@/lib/platform/build-info";
import { linkTo } from "@/lib/platform/link-to";
import { sha256Hex } from "@/lib/providers/sha256";
import { keyBytes, randomBytes } from "@/lib/sealing/aead";
import {
  base64UrlOf,
  type LinkFragment,
  openText,
  readFragment,
  sealText,
  writeFragment,
} from "@/lib/sealing/sealed-link";
import { useAccess } from "@/store/settings/access";
import { readStored, removeStored, type SharedLink, store } from "@/store/sharing/shared-pages";
import { addStoredLink, forgetStoredLink, type StoredLink } from "@/store/sharing/stored-links";

/** Maximum length of a link that contains its content, in characters: messengers and mail still accept it. */
export const maxLinkChars = 30_000;

/** Lifetimes that are offered for stored content, in days. */
export const lifetimes = [1, 7, 30, 365] as const;

/** Whether the site stores content that is too long for a link. */
export function useStoresSealed(): boolean {
  return useAccess(({ flags, reach }) => flags?.artifacts === true && reach.relay !== undefined);
}

/** Returns the link that contains an item, encrypted; undefined if it is too long. Nothing is sent anywhere. */
export async function linkWith(item: SharedItem): Promise<string | undefined> {
  const { key, content } = await sealText(writeSharedItem(item), "link");
  const link = addressOf({ place: "link", key, content });
  return link.length > maxLinkChars ? undefined : link;
}

/**
 * Stores an item on the site, encrypted with a key that only the link has. Notes the link on this device, with the
 * secret that deletes it. Throws AppError; `too-large` if the site does not store as much.
 */
export async function storeSealed(
  item: SharedItem,
  { title, days }: { readonly title: string; readonly days: number },
  env = browserEnvironment,
): Promise<SharedLink> {
  const { key, content } = await sealText(writeSharedItem(item), "site");
  const secret = base64UrlOf(randomBytes(keyBytes));
  const headers = { "content-type": "application/x-parley-sealed", "x-removal-hash": sha256Hex(secret) };
  const { id, expires } = await store(`artifacts?seconds=${days * 86_400}`, headers, content, env);
  const link = addressOf({ place: "site", key, id });
  addStoredLink({ id, title, link, secret, created: env.now(), ...(expires !== undefined && { expires }) });
  return { link, expires };
}

/** Deletes stored content of this device, at the site and from the list. Throws AppError; then the list is unchanged. */
export async function removeSealed({ id, secret }: StoredLink, env = browserEnvironment): Promise<void> {
  await removeStored(`artifacts?id=${id}`, { "x-removal-secret": secret }, env);
  forgetStoredLink(id);
}

/** The reason that a link cannot be read: cut or altered, of a newer version, or deleted at the site. */
export type UnreadableLink = "broken" | "newer" | "gone";

/** Reads the item of a link from its fragment. Throws AppError if the site cannot be reached. */
export async function readSealed(fragment: string, env = browserEnvironment): Promise<SharedItem | UnreadableLink> {
  const read = readFragment(fragment);
  if (typeof read === "string") return read;
  const content = read.place === "link" ? read.content : await storedContent(read.id, env);
  if (content === undefined) return "gone";
  const text = await openText({ key: read.key, content }, read.place);
  return text === undefined ? "broken" : readSharedItem(text);
}

async function storedContent(id: string, env: typeof browserEnvironment): Promise<string | undefined> {
  try {
    return await readStored(`artifacts?id=${id}&kind=sealed`, env);
  } catch (thrown) {
    // A static site stores nothing.
    if (thrown instanceof AppError && thrown.code === "not-supported") return undefined;
    throw thrown;
  }
}

function addressOf(fragment: LinkFragment): string {
  return linkTo(screenAddress(`/artifacts#${writeFragment(fragment)}`));
}
