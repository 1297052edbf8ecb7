import type { TextSeal } from "@/lib/storage/sealed-texts";

let seal: TextSeal | undefined;

/** Returns the encryption of this page's stored credentials; undefined in a browser. */
export function pageSeal(): TextSeal | undefined {
  return seal;
}

/** Sets the encryption of stored credentials, before anything is read. */
export function setPageSeal(created: TextSeal): void {
  seal = created;
}
