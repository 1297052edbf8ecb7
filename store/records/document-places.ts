import type { DocumentPlaces } from "@/lib/storage/portable-documents";
import { pageStorage } from "@/store/base/page-storage";
import { largeTexts } from "@/store/records/text-store";

/** Returns the storages of this tab's documents. */
export function documentPlaces(): DocumentPlaces {
  return { storage: pageStorage(), texts: largeTexts };
}
