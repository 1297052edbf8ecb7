import type { Page } from "@playwright/test";

interface StoredReply {
  readonly id: string;
  readonly content: string;
  readonly streaming?: boolean;
  /** Whether it is a hidden version. */
  readonly isAside?: boolean;
}

/** Reads all messages in thread order, and what growing ones have gained, past the app. */
export function storedReplies(page: Page) {
  return page.evaluate(async () => {
    const opening = indexedDB.open("parley");
    await new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
    const transaction = opening.result.transaction(["messages", "growth"]);
    const rows: IDBRequest<StoredReply[]> = transaction.objectStore("messages").index("bySession").getAll();
    const pieces: IDBRequest<{ readonly text: string }[]> = transaction.objectStore("growth").getAll();
    await new Promise((resolve) => {
      transaction.oncomplete = resolve;
    });
    opening.result.close();
    return { messages: rows.result, growth: pieces.result };
  });
}
