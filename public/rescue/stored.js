// Reads the app's database whatever its version, and never makes, raises or changes it.
(() => {
  const databaseName = "parley";
  /** How many rows are read at once. */
  const rowsAtOnce = 200;

  /** Opens the database as it is; nothing where there is none. */
  function openStored() {
    return new Promise((resolve, reject) => {
      const opening = indexedDB.open(databaseName);
      let isMissing = false;
      opening.onupgradeneeded = () => {
        // Without a version only a database that does not exist is raised: it must not come into being.
        isMissing = true;
        opening.transaction.abort();
      };
      opening.onsuccess = () => {
        const database = opening.result;
        // The app in another tab may want to raise it; it must not wait for this page.
        database.onversionchange = () => database.close();
        resolve(database);
      };
      opening.onerror = (event) => {
        event.preventDefault();
        if (isMissing) resolve(undefined);
        else reject(opening.error);
      };
    });
  }

  /** Answers how many records a store holds; none where the layout does not have it. */
  function countOf(database, name) {
    return has(database, name) ? settled(storeOf(database, name).count()) : Promise.resolve(0);
  }

  /**
   * Answers the rows of a store in parts, with their keys. A row that the browser cannot read is given to `onDamaged`,
   * and the others come all the same.
   */
  async function* rowsOf(database, name, onDamaged, range) {
    if (!has(database, name)) return;
    let rest = range;
    for (;;) {
      const keys = await settled(storeOf(database, name).getAllKeys(rest, rowsAtOnce));
      if (keys.length === 0) return;
      const first = keys[0];
      const last = keys[keys.length - 1];
      const rows = await settled(storeOf(database, name).getAll(IDBKeyRange.bound(first, last))).catch(() =>
        rowsOneByOne(database, name, keys, onDamaged),
      );
      yield { first, last, rows };
      if (range && indexedDB.cmp(last, range.upper) >= 0) return;
      rest = range ? IDBKeyRange.bound(last, range.upper, true) : IDBKeyRange.lowerBound(last, true);
    }
  }

  async function rowsOneByOne(database, name, keys, onDamaged) {
    const rows = [];
    for (const key of keys) {
      try {
        const row = await settled(storeOf(database, name).get(key));
        if (row !== undefined) rows.push(row);
      } catch (error) {
        onDamaged(name, String(key), error);
      }
    }
    return rows;
  }

  /** Answers the rows of a store one by one: for those that are large. */
  async function* eachOf(database, name, onDamaged) {
    if (!has(database, name)) return;
    for (const key of await settled(storeOf(database, name).getAllKeys())) {
      yield* await rowsOneByOne(database, name, [key], onDamaged);
    }
  }

  /** Answers all pieces of growing replies whose messages stand between two keys. */
  async function growthBetween(database, first, last, onDamaged) {
    const pieces = [];
    const range = IDBKeyRange.bound([first, 0], [last, Number.POSITIVE_INFINITY]);
    for await (const { rows } of rowsOf(database, "growth", onDamaged, range)) pieces.push(...rows);
    return pieces;
  }

  /** Returns the texts of the large documents, by storage key; none if the layout does not have them. */
  async function textsOf(database, onDamaged) {
    const texts = {};
    if (!has(database, "documents")) return texts;
    for (const key of await settled(storeOf(database, "documents").getAllKeys())) {
      const [text] = await rowsOneByOne(database, "documents", [key], onDamaged);
      if (typeof text === "string") texts[key] = text;
    }
    return texts;
  }

  function has(database, name) {
    return database.objectStoreNames.contains(name);
  }

  function storeOf(database, name) {
    return database.transaction(name).objectStore(name);
  }

  function settled(request) {
    return new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = (event) => {
        event.preventDefault();
        reject(request.error);
      };
    });
  }

  globalThis.rescueStored = { countOf, eachOf, growthBetween, openStored, rowsOf, textsOf };
})();
