import { storageError } from "@/lib/storage/documents";
import { localKeys } from "@/lib/storage/local-keys";
import { pageStorage } from "@/store/base/page-storage";
import { report } from "@/store/base/ui";

/** Stores the unsent texts of imported chats, unless something is being written in them. */
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
