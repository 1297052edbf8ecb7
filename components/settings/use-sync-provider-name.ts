"use client";
import { useTranslations } from "use-intl";
import { syncProviderNames } from "@/lib/settings/sync-settings";

/** Returns a function that names a sync service, or the folder. Unknown values are WebDAV, the oldest one. */
export function useSyncProviderName(): (provider: string) => string {
  const t = useTranslations("sync");
  const names: Readonly<Record<string, string>> = { ...syncProviderNames, folder: t("folder") };
  return (provider) => (Object.hasOwn(names, provider) && names[provider]) || syncProviderNames.webdav;
}
