import { credentialKeys } from "@/lib/storage/catalogue";
import type { DocumentTexts, TextChanges } from "@/lib/storage/document-texts";
import { type KeyValueStorage, storageError } from "@/lib/storage/documents";
import { sealedTexts } from "@/lib/storage/sealed-texts";
import { pageSeal } from "@/store/base/page-seal";
import { pageStorage } from "@/store/base/page-storage";
import { tabContext } from "@/store/records/records";

/** Storage for the texts of large documents, shared by all tabs. */
export interface TextStore {
  /** Returns the stored texts by key; missing ones are absent. Throws `storage-unavailable`. */
  read(keys: readonly string[]): Promise<DocumentTexts>;
  /**
   * Writes what `change` makes of the stored texts, all or nothing, then calls every other listener for these keys in
   * all tabs. Throws `storage-full`, `storage-unavailable`, `storage-newer`, or what `change` throws.
   *
   * @param writer the listener of the caller, which knows the change already
   */
  update(
    keys: readonly string[],
    change: (texts: DocumentTexts) => TextChanges,
    writer?: (key: string) => void,
  ): Promise<void>;
  /** Calls `listener` after another writer has stored a text. Returns the function that unsubscribes. */
  listen(listener: (key: string) => void): () => void;
}

/** The part of the database that stores texts. */
interface TextDatabase {
  readTexts(keys: readonly string[]): Promise<DocumentTexts>;
  updateTexts(keys: readonly string[], change: (texts: DocumentTexts) => TextChanges): Promise<void>;
}

/**
 * Creates the storage of large documents.
 *
 * @param database returns the open database; without one the texts are stored in `storage`
 */
export function createTextStore(
  database: () => TextDatabase | undefined,
  storage: () => KeyValueStorage,
  channelName = "parley-documents",
): TextStore {
  const listeners = new Set<(key: string) => void>();
  let channel: BroadcastChannel | undefined;

  function openChannel(): BroadcastChannel {
    if (channel) return channel;
    channel = new BroadcastChannel(channelName);
    channel.onmessage = ({ data }: MessageEvent<readonly string[]>) => notify(data);
    return channel;
  }

  function notify(keys: readonly string[], writer?: (key: string) => void): void {
    for (const listener of listeners) if (listener !== writer) for (const key of keys) listener(key);
  }

  return {
    read: async (keys) => database()?.readTexts(keys) ?? readFrom(storage(), keys),
    async update(keys, change, writer) {
      const opened = database();
      let changed: readonly string[] = [];
      const noted = (texts: DocumentTexts) => {
        const changes = change(texts);
        changed = Object.keys(changes);
        return changes;
      };
      if (opened) await opened.updateTexts(keys, noted);
      else writeTo(storage(), noted(readFrom(storage(), keys)));
      if (changed.length === 0) return;
      openChannel().postMessage(changed);
      notify(changed, writer);
    },
    listen(listener) {
      openChannel();
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        channel?.close();
        channel = undefined;
      };
    },
  };
}

function protectedTexts(database: TextDatabase): TextDatabase {
  const seal = pageSeal();
  return seal ? sealedTexts(database, seal, credentialKeys) : database;
}

function readFrom(storage: KeyValueStorage, keys: readonly string[]): DocumentTexts {
  try {
    const texts = keys.map((key) => [key, storage.getItem(key)] as const);
    return Object.fromEntries(texts.flatMap(([key, text]) => (text === null ? [] : [[key, text]])));
  } catch (thrown) {
    throw storageError(thrown);
  }
}

function writeTo(storage: KeyValueStorage, changes: TextChanges): void {
  try {
    for (const [key, text] of Object.entries(changes)) {
      if (text === null) storage.removeItem(key);
      else storage.setItem(key, text);
    }
  } catch (thrown) {
    throw storageError(thrown);
  }
}

/** The large documents of this app. The desktop app encrypts the credentials in them. */
export const largeTexts = createTextStore(() => {
  const { database } = tabContext.records;
  return process.env.BUILD_APP && database ? protectedTexts(database) : database;
}, pageStorage);
