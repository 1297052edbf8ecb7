import * as v from "valibot";
import { storedTime } from "@/lib/fields/time";

/** Services through which devices can sync. */
export const syncProviders = ["webdav", "upstash"] as const;
export type SyncProvider = (typeof syncProviders)[number];

/** Their names, the same in every language. */
export const syncProviderNames: Readonly<Record<SyncProvider, string>> = { webdav: "WebDAV", upstash: "Upstash" };

/** The stored sync settings of this device. */
export interface SyncSettings {
  readonly provider: SyncProvider;
  readonly useProxy: boolean;
  /** URL of the server whose proxy is used; empty for the server of this page. */
  readonly proxyUrl: string;
  readonly webdav: { readonly endpoint: string; readonly username: string; readonly password: string };
  readonly upstash: { readonly endpoint: string; readonly username: string; readonly apiKey: string };
  /** Whether keys, codes and documents with them are synced, too. */
  readonly withKeys: boolean;
  /** Whether to sync at the start, after changes and when the page is closed. */
  readonly isAutomatic: boolean;
  /** Time of the last sync, in milliseconds since the epoch; 0 for never. */
  readonly lastSyncTime: number;
  readonly lastProvider: string;
}

/** Default key of the file in an Upstash database. */
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

/** Reads the settings from any input; missing and invalid values become the default. Never throws. */
export function readSyncSettings(stored: unknown): SyncSettings {
  const read = v.safeParse(settingsSchema, stored ?? {});
  return read.success ? read.output : v.parse(settingsSchema, {});
}

/** Whether every field of the chosen provider is filled in. */
export function isSyncConfigured(settings: SyncSettings): boolean {
  return Object.values(settings[settings.provider]).every((value) => value !== "");
}
