import { storageError } from "@/lib/storage/documents";
import { localKeys } from "@/lib/storage/local-keys";
import { pageStorage } from "@/store/base/page-storage";
import { report } from "@/store/base/ui";

const key = localKeys.lastInput;

/** Returns the text that was sent last, in any chat. */
export function readLastInput(): string {
  return pageStorage().getItem(key) ?? "";
}

/** Stores the text that was sent last, as it was typed. */
export function storeLastInput(text: string): void {
  try {
    pageStorage().setItem(key, text);
  } catch (thrown) {
    report(storageError(thrown));
  }
}
