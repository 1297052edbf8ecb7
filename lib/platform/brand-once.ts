import { loadBrand } from "@/lib/platform/load-brand";

let loading: Promise<void> | undefined;

/** Loads this site's brand once per page load, for all callers. Never rejects. */
export function brandOnce(): Promise<void> {
  loading ??= loadBrand();
  return loading;
}
