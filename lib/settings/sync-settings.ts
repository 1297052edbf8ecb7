import { storedTime } from "@/lib/fields/stored-schemas";
import * as z from "@/lib/zod";

/** Services through which devices can sync. */
export const syncProviders = ["webdav", "upstash", "s3", "folder"] as const;
export type SyncProvider = (typeof syncProviders)[number];

/** Names of the services, the same in every language. */
export const syncProviderNames: Readonly<Record<Exclude<SyncProvider, "folder">, string>> = {
  webdav: "WebDAV",
  upstash: "Upstash",
  s3: "S3",
};

/** The stored settings of an S3-compatible service. */
export interface S3Settings {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Folder in the bucket; empty for none. */
  readonly prefix: string;
  /** Whether the bucket is part of the path. Otherwise, it is part of the host name. */
  readonly isPathStyle: boolean;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The stored sync settings of this device. */
export interface SyncSettings {
  readonly provider: SyncProvider;
  readonly useProxy: boolean;
  /** URL of the server whose proxy is used; empty for the server of this page. */
  readonly proxyUrl: string;
  readonly webdav: { readonly endpoint: string; readonly username: string; readonly password: string };
  readonly upstash: { readonly endpoint: string; readonly username: string; readonly apiKey: string };
  readonly s3: S3Settings;
  /** A folder of this computer. Its handle is stored under the id, and a file with settings does not contain it. */
  readonly folder: { readonly id: string; readonly name: string };
  /** Whether keys, codes and documents with them are synced, too. It applies only where the content is encrypted. */
  readonly withKeys: boolean;
  /** Whether the user wants encryption. It has no effect on a device that already has the key of the location. */
  readonly isEncrypted: boolean;
  /** The location (`syncLocation`) whose key this device has, for the settings screen. */
  readonly encryptedLocation: string;
  /** Whether to sync at the start, after changes and when the page is closed. */
  readonly isAutomatic: boolean;
  /** Whether the user has paused a sync; until it goes on, nothing is synced automatically. */
  readonly isPaused: boolean;
  /** Time of the last sync, in milliseconds since the epoch; 0 for never. */
  readonly lastSyncTime: number;
  readonly lastProvider: string;
  /** The settings before this device has joined another location, until the first sync there succeeds. */
  readonly formerSync?: FormerSync | undefined;
}

/** Settings that return if a join does not succeed. */
interface FormerSync {
  readonly settings: SyncSettings;
  /** The location that was joined (`syncLocation`). Settings of another one are the user's, and stay. */
  readonly joined: string;
}

/** Default key of the file in an Upstash database. */
export const defaultBackupName = "chatgpt-next-web";

const text = z.catch(z.string(), "");

const s3Schema = z.object({
  endpoint: text,
  region: text,
  bucket: text,
  prefix: text,
  isPathStyle: z.catch(z.boolean(), true),
  accessKeyId: text,
  secretAccessKey: text,
});

const settingsSchema = z.object({
  provider: z.catch(z.enum(syncProviders), "webdav"),
  useProxy: z.catch(z.boolean(), true),
  proxyUrl: text,
  webdav: z.catch(z.object({ endpoint: text, username: text, password: text }), {
    endpoint: "",
    username: "",
    password: "",
  }),
  upstash: z.catch(z.object({ endpoint: text, username: z.catch(z.string(), defaultBackupName), apiKey: text }), {
    endpoint: "",
    username: defaultBackupName,
    apiKey: "",
  }),
  s3: z.catch(s3Schema, z.parse(s3Schema, {})),
  folder: z.catch(z.object({ id: text, name: text }), { id: "", name: "" }),
  withKeys: z.catch(z.boolean(), false),
  isEncrypted: z.catch(z.optional(z.boolean()), undefined),
  encryptedLocation: text,
  isAutomatic: z.catch(z.boolean(), false),
  isPaused: z.catch(z.boolean(), false),
  lastSyncTime: z.catch(storedTime, 0),
  lastProvider: text,
});
const formerSchema = z.object({
  formerSync: z.object({ settings: z.record(z.string(), z.unknown()), joined: z.string() }),
});

/** Reads the settings from any input; missing and invalid values become the default. Never throws. */
export function readSyncSettings(stored: unknown): SyncSettings {
  const read = z.safeParse(settingsSchema, stored ?? {});
  const settings = { ...(read.success ? read.data : z.parse(settingsSchema, {})), isEncrypted: false };
  // New locations are encrypted. Those of earlier versions stay readable until the user chooses.
  const isNew = settings.lastSyncTime === 0 && !isSyncConfigured(settings);
  const isEncrypted = (read.success ? read.data.isEncrypted : undefined) ?? isNew;
  const joining = z.safeParse(formerSchema, stored);
  if (!joining.success) return { ...settings, isEncrypted };
  const { formerSync: _nested, ...former } = joining.data.formerSync.settings;
  return {
    ...settings,
    isEncrypted,
    formerSync: { ...joining.data.formerSync, settings: readSyncSettings(former) },
  };
}

/** Returns the settings after a join was given up: the former ones, unless the user has changed the location since. */
export function withoutJoin({ formerSync, ...settings }: SyncSettings): SyncSettings {
  return formerSync?.joined === syncLocation(settings) ? formerSync.settings : settings;
}

/** Returns the location at which a device syncs: service, address and name. */
export function syncLocation({ provider, webdav, upstash, s3, folder }: SyncSettings): string {
  if (provider === "folder") return JSON.stringify([provider, folder.id]);
  if (provider === "s3") {
    const [endpoint, prefix] = [s3.endpoint, s3.prefix].map((path) => path.replace(/\/+$/, ""));
    return JSON.stringify([provider, endpoint, s3.bucket, prefix]);
  }
  const { endpoint, username } = provider === "webdav" ? webdav : upstash;
  return JSON.stringify([provider, endpoint, username]);
}

/** Whether this device has the key of the location. */
export function isLocationEncrypted(settings: SyncSettings): boolean {
  return settings.encryptedLocation === syncLocation(settings);
}

/** Who can read the location, as far as this device knows. Without its key, nothing is synced to a `waiting` one. */
export function protectionOf(settings: SyncSettings): "encrypted" | "waiting" | "readable" {
  if (isLocationEncrypted(settings)) return "encrypted";
  return settings.isEncrypted ? "waiting" : "readable";
}

/** Whether every required field of the chosen provider is filled in. */
export function isSyncConfigured(settings: SyncSettings): boolean {
  return Object.entries(settings[settings.provider]).every(([name, value]) => value !== "" || name === "prefix");
}
