import type { Page } from "@playwright/test";

/** A message as it is stored, with the text of all its parts. */
interface StoredMessage {
  readonly id: string;
  readonly sessionId: string;
  readonly seq: number;
  readonly role: string;
  readonly text: string;
  readonly isAside: boolean;
  readonly parentId: string | undefined;
  readonly streaming: boolean;
}

/** What a browser has stored of chats. */
export interface Stored {
  readonly sessions: readonly { readonly id: string; readonly deletedAt: number | undefined }[];
  readonly messages: readonly StoredMessage[];
  readonly growth: readonly { readonly messageId: string; readonly number: number }[];
  readonly unreadable: number;
  /** Everything else that may hold an unsent text, by its key: localStorage and the documents. */
  readonly texts: readonly { readonly key: string; readonly text: string }[];
}

/** Reads what is stored, past the app. */
export function readStored(page: Page): Promise<Stored> {
  return page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await settled(indexedDB.open("parley"));
    const transaction = database.transaction(["sessions", "messages", "growth", "unreadable", "documents"]);
    const [sessions, messages, growth, unreadable, keys, documents] = await Promise.all([
      settled(transaction.objectStore("sessions").getAll()),
      settled(transaction.objectStore("messages").getAll()),
      settled(transaction.objectStore("growth").getAll()),
      settled(transaction.objectStore("unreadable").count()),
      settled(transaction.objectStore("documents").getAllKeys()),
      settled(transaction.objectStore("documents").getAll()),
    ]);
    database.close();
    const local = Object.entries({ ...localStorage }).map(([key, text]) => ({ key, text: String(text) }));
    return {
      sessions: sessions.map(({ id, deletedAt }) => ({ id, deletedAt })),
      messages: messages.map(({ id, sessionId, seq, role, content, isAside, parentId, streaming }) => ({
        id,
        sessionId,
        seq,
        role,
        text: typeof content === "string" ? content : JSON.stringify(content),
        isAside: isAside === true,
        parentId,
        streaming: streaming === true,
      })),
      growth: growth.map(({ messageId, number }) => ({ messageId, number })),
      unreadable,
      // The last input is a copy of a text that was sent.
      texts: [...local, ...keys.map((key, index) => ({ key: String(key), text: String(documents[index]) }))].filter(
        ({ key }) => key !== "last-input",
      ),
    };
  });
}

/** Returns the messages on the shown path of a chat, in order. */
export function shownOf({ messages }: Stored, sessionId: string): StoredMessage[] {
  return messages
    .filter((message) => message.sessionId === sessionId && !message.isAside)
    .sort((one, other) => one.seq - other.seq || (one.id < other.id ? -1 : 1));
}
