import { localKeys } from "@/lib/storage/local-keys";
import { fingerprint } from "@/lib/sync/fingerprint";
import { readSiteBaseline, type SiteBaseline, withSiteBaseline } from "@/lib/sync/site-baseline";
import { pageStorage } from "@/store/base/page-storage";

/**
 * Stores which values of this device are the operator's. Otherwise a sync takes them for the user's as soon as the user
 * changes another value, and they replace those of the user's other devices.
 */
export function rememberSiteValues(values: SiteBaseline): void {
  const storage = pageStorage();
  const known = readSiteBaseline(storage.getItem(localKeys.siteBaseline));
  storage.setItem(localKeys.siteBaseline, JSON.stringify(withSiteBaseline(known, values)));
}

/** Stores which items of a document are the operator's, as they are now. */
export function rememberSiteItems(key: string, field: string, items: readonly SiteItem[]): void {
  rememberSiteValues({ [key]: { [field]: Object.fromEntries(items.map((item) => [item.id, fingerprint(item)])) } });
}

interface SiteItem {
  readonly id: string;
}
