import { isRecord } from "@/lib/json";
import { readAccessSettings, storedAccessSettings } from "@/lib/settings/access-settings";
import { storedAppConfig } from "@/lib/settings/app-settings";
import type { SyncSettings } from "@/lib/settings/sync-settings";
import { catalogue } from "@/lib/storage/catalogue";
import { localKeys } from "@/lib/storage/local-keys";
import { readPortableDocuments } from "@/lib/storage/portable-documents";
import { emptyLedger } from "@/lib/sync/ledger";
import type { Way } from "@/lib/sync/remote";
import { readSiteBaseline, withSiteBaseline } from "@/lib/sync/site-baseline";
import { pageStorage } from "@/store/base/page-storage";
import { importWorld } from "@/store/data/data";
import { documentPlaces } from "@/store/records/document-places";
import { builtInProviders, useAccess } from "@/store/settings/access";
import type { DocumentMemory } from "@/store/sync/sync-memory";
import type { Doubt, SealingChange, SyncOrder } from "@/store/sync/sync-messages";

/** The user's part of a sync. */
export interface SyncRequest {
  readonly isAgreed: boolean;
  readonly accepted?: Doubt | undefined;
  readonly repairs?: string | undefined;
  readonly sealing?: SealingChange | undefined;
}

/** Returns the order of a sync with these settings. */
export async function orderOf(
  settings: SyncSettings,
  request: SyncRequest,
  remembered?: DocumentMemory,
): Promise<SyncOrder> {
  const portable = await readPortableDocuments(documentPlaces());
  const documents = Object.entries(portable).flatMap(([key, { state }]) =>
    isRecord(state) ? [[key, state] as const] : [],
  );
  return {
    settings,
    way: wayOf(settings),
    documents: Object.fromEntries(documents),
    documentLedger: remembered?.ledger ?? emptyLedger,
    documentObjects: remembered?.objects,
    defaults: withSiteBaseline(
      {
        [catalogue.config.key]: storedAppConfig(undefined),
        [catalogue.access.key]: storedAccessSettings(readAccessSettings(builtInProviders, undefined)),
      },
      readSiteBaseline(pageStorage().getItem(localKeys.siteBaseline)),
    ),
    world: importWorld(),
    ...request,
  };
}

/** Returns the route of sync calls: this site's server, another server's proxy, or direct. */
export function wayOf({ useProxy, proxyUrl }: SyncSettings): Way {
  if (!useProxy) return {};
  const other = proxyUrl.trim().replace(/\/+$/, "");
  if (other !== "") return { proxy: `${other}/api` };
  const { reach, accessCode } = useAccess.getState();
  if (reach.relay === undefined) return {};
  return { proxy: reach.relay, accessCode: accessCode.trim() };
}
