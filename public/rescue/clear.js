// Clears what the app has stored in this browser, without a line of the app: its chats, its settings and its caches. The
// language stays, as where the app clears. `test/public/rescue-clear.test.ts` holds it against the app's own way
// (docs/decisions/0028): store/data/clearing.ts, lib/storage/clearing-trace.ts.
(() => {
  const { openStored } = globalThis.rescueStored;
  const backups = "parley-backups";
  const vectors = "parley-vectors";
  const nextChat = {
    database: "keyval-store",
    cache: "chatgpt-next-web-file",
    keys: [
      "chat-next-web-store",
      "chat-next-web-plugin",
      "access-control",
      "app-config",
      "mask-store",
      "prompt-store",
      "chat-update",
      "sync",
      "sd-list",
      "mcp-store",
    ],
  };
  const lastClearing = "last";
  const clearedByKey = "parley-cleared-by";

  /** Removes everything; `onWaiting` is told where another page keeps it from being removed. Throws where that fails. */
  async function clearStored(onWaiting) {
    const id = `rescue-${Date.now()}`;
    const database = await emptied(id);
    if (!database) await removeDatabase("parley", onWaiting);
    tellOtherTabs();
    await removeDatabase(backups, onWaiting);
    await removeDatabase(vectors, onWaiting);
    if (isTakenOver()) await removeDatabase(nextChat.database, onWaiting);
    const names = globalThis.caches ? await caches.keys() : [];
    const kept = isTakenOver() ? undefined : nextChat.cache;
    await Promise.all(names.filter((name) => name !== kept).map((name) => caches.delete(name)));
    clearSettings(database ? id : undefined);
    if (!database) return;
    await written(database, ["clearing"], (stored) =>
      stored("clearing").put({ id, isRestCleared: true }, lastClearing),
    );
    database.close();
  }

  /**
   * Empties the chats and notes the clearing in one transaction, so that the app ends it at its next start should the
   * browser die before it has written that the settings are gone. Answers the database; nothing where there is none
   * that knows of clearings, or it is broken: then it is removed as a whole.
   */
  async function emptied(id) {
    const database = await openStored().catch(() => undefined);
    if (!database) return undefined;
    const names = [...database.objectStoreNames];
    try {
      if (!names.includes("clearing")) throw new Error("An older layout has no place for the note.");
      await written(database, names, (stored) => {
        for (const name of names) stored(name).clear();
        stored("clearing").put({ id, isRestCleared: false }, lastClearing);
      });
      return database;
    } catch {
      database.close();
      return undefined;
    }
  }

  function written(database, names, work) {
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(names, "readwrite");
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
      work((name) => transaction.objectStore(name));
    });
  }

  /** The app in another tab begins anew, instead of writing back what it still knows. */
  function tellOtherTabs() {
    const channel = new BroadcastChannel("parley");
    channel.postMessage("cleared");
    channel.close();
  }

  function clearSettings(clearingId) {
    const kept = ["lang", ...(isTakenOver() ? [] : nextChat.keys.filter(isOfNextChat))];
    const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index));
    for (const key of keys.filter((each) => !kept.includes(each))) localStorage.removeItem(key);
    sessionStorage.clear();
    if (clearingId !== undefined) localStorage.setItem(clearedByKey, clearingId);
  }

  /** Returns true if nothing of a NextChat would be lost with its data (lib/storage/nextchat-trace.ts). */
  function isTakenOver() {
    const summary = localStorage.getItem("nextchat-takeover");
    return summary !== null && !summary.includes('"failed":["');
  }

  /** Returns true if the text of a key is NextChat's, not the app's (lib/storage/nextchat-origin.ts). */
  function isOfNextChat(key) {
    const text = localStorage.getItem(key);
    if (text === null) return false;
    if (text.includes('"_hasHydrated"')) return true;
    return localStorage.getItem("chat-next-web-store") !== null && localStorage.getItem("chat-state") === null;
  }

  function removeDatabase(name, onWaiting) {
    return new Promise((resolve, reject) => {
      const removing = indexedDB.deleteDatabase(name);
      removing.onsuccess = () => resolve();
      removing.onerror = () => reject(removing.error);
      removing.onblocked = onWaiting;
    });
  }

  globalThis.rescueClear = { clearStored };
})();
