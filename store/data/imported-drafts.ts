import { storageError } from "@/lib/storage/documents";
import { localKeys } from "@/lib/storage/local-keys";
import { pageStorage } from "@/store/base/page-storage";
import { report } from "@/store/base/ui";

/** Stores the drafts of imported chats whose message boxes are empty. */
export function keepImportedDrafts(drafts: Readonly<Record<string, string>>): void {
  const storage = pageStorage();
  try {
    for (const [id, text] of Object.entries(drafts)) {
      const key = localKeys.draftText + id;
      if (!storage.getItem(key)) storage.setItem(key, text);
    }
  } catch (thrown) {
    report(storageError(thrown));
  }
}
