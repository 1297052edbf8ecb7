// Clears what the app has stored in this browser, without a line of the app: its databases, its settings and its caches.
// The language stays, as where the app clears.
(() => {
  const databaseNames = ["parley", "parley-backups", "keyval-store"];

  /** Removes everything; `onWaiting` is told where another page keeps it from being removed. Throws where that fails. */
  async function clearStored(onWaiting) {
    for (const name of databaseNames) await removeDatabase(name, onWaiting);
    const language = localStorage.getItem("lang");
    localStorage.clear();
    sessionStorage.clear();
    if (language !== null) localStorage.setItem("lang", language);
    const names = globalThis.caches ? await caches.keys() : [];
    await Promise.all(names.map((name) => caches.delete(name)));
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
