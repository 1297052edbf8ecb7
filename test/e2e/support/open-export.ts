import type { BrowserContextOptions } from "@playwright/test";
import type { Provider } from "@/lib/providers/provider";
import { providers } from "@/lib/providers/registry";
import { readAccessSettings, storedAccessSettings, withAccessValue } from "@/lib/settings/access-settings";
import type { App } from "./app-server";
import { serveFolder } from "./static-host";

/** Where the build writes its export. */
export const exportFolder = ".next-export";

/** An export as a host of files serves it. */
export interface ExportedApp extends App {
  /** What the browser of whoever opens it has in its store, by name. */
  readonly stored: Readonly<Record<string, string>>;
  /** What is served in place of files of the folder, by their paths in it; a test may change it. */
  readonly files: Record<string, string>;
}

/** Serves the export below a path, to a person who has entered the keys and addresses that an operator would have set. */
export async function openExport(path: string, settings: Readonly<Record<string, string>> = {}): Promise<ExportedApp> {
  const files = {};
  const { url, stop } = await serveFolder(exportFolder, { path, files });
  return { url, stop, files, stored: { "access-control": JSON.stringify({ state: enteredBy(settings), version: 2 }) } };
}

/** Returns what a new browser has stored, which has opened none of these apps yet. */
export function storageOf(...apps: readonly (App | undefined)[]): BrowserContextOptions["storageState"] {
  const origins = apps.flatMap((app) => {
    if (!app || !("stored" in app)) return [];
    const { url, stored } = app as ExportedApp;
    return [
      { origin: new URL(url).origin, localStorage: Object.entries(stored).map(([name, value]) => ({ name, value })) },
    ];
  });
  return { cookies: [], origins };
}

/** Returns an operator's keys and addresses as a person's own, field by field; addresses stand before their keys. */
function enteredBy(settings: Readonly<Record<string, string>>): Record<string, unknown> {
  const all = Object.values<Provider>(providers);
  let access = { ...readAccessSettings(all, {}), useCustomConfig: true };
  for (const provider of all) {
    for (const [name, field] of Object.entries(provider.fields)) {
      const value = "env" in field && field.env ? settings[field.env] : undefined;
      if (value !== undefined) access = { ...access, ...withAccessValue(access, provider, name, value) };
    }
  }
  return storedAccessSettings(access);
}
