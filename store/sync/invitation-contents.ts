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

/** Reads the text of a link; undefined if it is invalid. */
export function readLinkedLocation(text: string): LinkedLocation | undefined {
  const parsed = parseSafely(text, { maxChars });
  const read = z.safeParse(linkSchema, parsed.ok ? parsed.value : undefined);
  if (!read.success) return undefined;
  const { provider, location, useProxy, proxyUrl, expires } = read.data;
  const settings = { ...readSyncSettings({ provider, [provider]: location, useProxy, proxyUrl }), provider };
  const addresses = [settings[provider].endpoint, otherProxy({ settings })];
  return isSyncConfigured(settings) && addresses.every(isWebAddress) ? { settings, expires } : undefined;
}

/** Whether an address can be shown as it is used: without credentials, and with nothing that would cut off our paths. */
function isWebAddress(address: string | undefined): boolean {
  if (address === undefined) return true;
  return URL.canParse(address) && !/[?#]/.test(address) && "address" in readLinkAddress(address);
}

/** Returns the warnings about a location and its proxy, with the host of each. */
export function linkWarnings(linked: Pick<LinkedLocation, "settings">): readonly LinkWarning[] {
  const { settings } = linked;
  const addresses = [settings[settings.provider].endpoint, otherProxy(linked) ?? ""].map(readLinkAddress);
  return addresses.flatMap((read) =>
    "address" in read ? read.warnings.map((warning) => ({ warning, host: read.host })) : [],
  );
}

/** Returns the address of the proxy that receives all data first; undefined for this server or none. */
export function otherProxy({ settings }: Pick<LinkedLocation, "settings">): string | undefined {
  const address = settings.proxyUrl.trim();
  return settings.useProxy && address !== "" ? address : undefined;
}

/** Returns the address of a location without its scheme, and the account or folder that tells it from others there. */
export function placeName({ settings }: Pick<LinkedLocation, "settings">): string {
  const { provider, webdav, upstash, s3 } = settings;
  const { host, pathname } = new URL(settings[provider].endpoint);
  const accounts = {
    webdav: [webdav.username],
    upstash: [upstash.username],
    s3: [s3.bucket, s3.prefix],
  };
  return [`${host}${pathname.replace(/\/$/, "")}`, ...accounts[provider]].filter((part) => part !== "").join(", ");
}
