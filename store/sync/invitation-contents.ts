import { parseSafely } from "@/lib/import/safe-json";
import { type AddressWarning, readLinkAddress } from "@/lib/links/link-address";
import { isSyncConfigured, readSyncSettings, type SyncProvider, type SyncSettings } from "@/lib/settings/sync-settings";
import * as z from "@/lib/zod";

/** Services that a link can lead to. A folder has no address. */
export type LinkedProvider = Exclude<SyncProvider, "folder">;

/** The text of a link: the way to the location, and the expiry of its invitation. */
export interface LinkedLocation {
  /** Settings of which only the location and the route are used. */
  readonly settings: SyncSettings & { readonly provider: LinkedProvider };
  /** In milliseconds since the epoch, by the clock of the device that has made it. */
  readonly expires: number;
}

/** The text of an invitation: the data key, and the options of the device that has made it. */
export interface Invitation {
  readonly keyId: string;
  /** The data key, in base64. */
  readonly key: string;
  readonly withKeys: boolean;
  readonly isAutomatic: boolean;
  /** Number of chats on that device. */
  readonly chats: number;
}

/** A warning about a host that a link leads to. */
export interface LinkWarning {
  readonly warning: AddressWarning;
  readonly host: string;
}

/** Maximum length of a text, in characters. */
const maxChars = 20_000;

const invitationSchema = z.object({
  keyId: z.string(),
  key: z.string(),
  withKeys: z.boolean(),
  isAutomatic: z.boolean(),
  chats: z.number().check(z.int(), z.nonnegative()),
});
const linkSchema = z.object({
  expires: z.number().check(z.int(), z.positive()),
  provider: z.enum(["webdav", "upstash", "s3"]),
  location: z.record(z.string(), z.unknown()),
  useProxy: z.boolean(),
  proxyUrl: z.string(),
});

/** Writes the text of an invitation. */
export function writeInvitation(invitation: Invitation): string {
  return JSON.stringify(invitation);
}

/** Reads the text of an invitation; undefined if it is invalid. */
export function readInvitation(text: string): Invitation | undefined {
  const parsed = parseSafely(text, { maxChars });
  const read = z.safeParse(invitationSchema, parsed.ok ? parsed.value : undefined);
  return read.success ? read.data : undefined;
}

/** Writes the text of a link; undefined for a folder. */
export function writeLinkedLocation(settings: SyncSettings, expires: number): string | undefined {
  const { provider, useProxy, proxyUrl } = settings;
  if (provider === "folder") return undefined;
  return JSON.stringify({ expires, provider, location: settings[provider], useProxy, proxyUrl });
}

/**
 * Reads the text of a link; undefined if it is invalid, or if a name in it cannot be shown as it is used. The proxy's
 * address is normalized.
 */
export function readLinkedLocation(text: string): LinkedLocation | undefined {
  const parsed = parseSafely(text, { maxChars });
  const read = z.safeParse(linkSchema, parsed.ok ? parsed.value : undefined);
  if (!read.success) return undefined;
  const { provider, location, useProxy, expires } = read.data;
  const given = useProxy ? read.data.proxyUrl.trim() : "";
  const proxyUrl = given === "" ? "" : normalAddress(given);
  if (proxyUrl === undefined) return undefined;
  const settings = { ...readSyncSettings({ provider, [provider]: location, useProxy, proxyUrl }), provider };
  if (!isSyncConfigured(settings) || addressOf({ settings }) === undefined) return undefined;
  return namesOf({ settings }).every(isShowable) ? { settings, expires } : undefined;
}

/** Maximum length of a name in the confirmation, in characters. */
const maxNameChars = 200;
/**
 * Characters that are invisible or change the order of others, spaces of other widths, and so many combining marks that
 * they cover other lines.
 */
const unshowable = /\p{C}|(?! )\p{Z}|\p{M}{4}|[\u115f\u1160\u2800\u3164\uffa0]/u;

function isShowable(name: string): boolean {
  return name.length <= maxNameChars && !unshowable.test(name);
}

/** Returns an address as it is used, without a slash at its end; undefined if it cannot be shown so. */
function normalAddress(address: string): string | undefined {
  // The URL parser ignores some characters.
  if (!isShowable(address) || !URL.canParse(address)) return undefined;
  // Credentials are refused, and what would cut off our paths.
  const read = /[?#]/.test(address) ? undefined : readLinkAddress(address);
  return read && "address" in read ? read.address.replace(/\/+$/, "") : undefined;
}

/** Returns the address of a location, which may have the bucket in its host; undefined if it cannot be shown as used. */
function addressOf({ settings }: Pick<LinkedLocation, "settings">): string | undefined {
  const { provider, s3 } = settings;
  const address = normalAddress(settings[provider].endpoint);
  if (provider !== "s3" || s3.isPathStyle || address === undefined) return address;
  return normalAddress(address.replace("://", `://${s3.bucket}.`));
}

/** Returns the warnings about a location and its proxy, with the host of each. */
export function linkWarnings(linked: Pick<LinkedLocation, "settings">): readonly LinkWarning[] {
  const addresses = [addressOf(linked) ?? "", otherProxy(linked) ?? ""].map(readLinkAddress);
  return addresses.flatMap((read) =>
    "address" in read ? read.warnings.map((warning) => ({ warning, host: read.host })) : [],
  );
}

/** Returns the address of the proxy that receives all data first; undefined for this server or none. */
export function otherProxy({ settings }: Pick<LinkedLocation, "settings">): string | undefined {
  const address = settings.proxyUrl.trim();
  return settings.useProxy && address !== "" ? address : undefined;
}

/**
 * Returns the names of a location: its address without the scheme, and the account or folder that tells it from others
 * there.
 */
export function placeNames(linked: Pick<LinkedLocation, "settings">): readonly string[] {
  const { provider, webdav, upstash, s3 } = linked.settings;
  const accounts = {
    webdav: [webdav.username],
    upstash: [upstash.username],
    s3: [s3.bucket, s3.prefix],
  };
  const address = (addressOf(linked) ?? "").replace(/^https?:\/\//, "");
  return [address, ...accounts[provider]].filter((part) => part !== "");
}

/** Returns all texts of a link that are shown or lead somewhere. */
function namesOf(linked: Pick<LinkedLocation, "settings">): readonly string[] {
  const { endpoint } = linked.settings[linked.settings.provider];
  return [...placeNames(linked), endpoint, otherProxy(linked) ?? ""];
}
