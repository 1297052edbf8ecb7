import * as v from "valibot";
import { storedTime } from "@/lib/fields/time";

/** The services at which devices can share a file. */
export const syncProviders = ["webdav", "upstash"] as const;
export type SyncProvider = (typeof syncProviders)[number];

/** What they are called in every language. */
export const syncProviderNames: Readonly<Record<SyncProvider, string>> = { webdav: "WebDAV", upstash: "Upstash" };

/** How this device syncs, as stored. */
export interface SyncSettings {
  readonly provider: SyncProvider;
  readonly useProxy: boolean;
  /** The server whose proxy is used; empty: the one that serves this page. */
  readonly proxyUrl: string;
  readonly webdav: { readonly endpoint: string; readonly username: string; readonly password: string };
  readonly upstash: { readonly endpoint: string; readonly username: string; readonly apiKey: string };
  /** True: keys, codes and what holds them are synced too. */
  readonly withKeys: boolean;
  /** True: at the start, after changes and when the page is left. */
  readonly isAutomatic: boolean;
  /** When it was last synced, in milliseconds since the epoch; 0 for never. */
  readonly lastSyncTime: number;
  readonly lastProvider: string;
}

/** The name under which an Upstash keeps the file unless the user gives another. */
export const defaultBackupName = "chatgpt-next-web";

const text = v.fallback(v.string(), "");

const settingsSchema = v.object({
  provider: v.fallback(v.picklist(syncProviders), "webdav"),
  useProxy: v.fallback(v.boolean(), true),
  proxyUrl: text,
  webdav: v.fallback(v.object({ endpoint: text, username: text, password: text }), {
    endpoint: "",
    username: "",
    password: "",
  }),
  upstash: v.fallback(v.object({ endpoint: text, username: v.fallback(v.string(), defaultBackupName), apiKey: text }), {
    endpoint: "",
    username: defaultBackupName,
    apiKey: "",
  }),
  withKeys: v.fallback(v.boolean(), false),
  isAutomatic: v.fallback(v.boolean(), false),
  lastSyncTime: v.fallback(storedTime, 0),
  lastProvider: text,
});

/** Reads the settings from anything; what is missing or broken is the default. Never throws. */
export function readSyncSettings(stored: unknown): SyncSettings {
  const read = v.safeParse(settingsSchema, stored ?? {});
  return read.success ? read.output : v.parse(settingsSchema, {});
}

/** Whether every field of the chosen provider is filled. */
export function isSyncConfigured(settings: SyncSettings): boolean {
  return Object.values(settings[settings.provider]).every((value) => value !== "");
}
