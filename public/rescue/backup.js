// What the page must know of the product's data, without a line of the app. `test/public/rescue.test.ts` holds it against
// the app's own rules: lib/storage/growth.ts, lib/settings/without-credentials.ts, lib/export/parley-backup.ts.
(() => {
  const formatVersion = 1;
  const credentialName = /(api_?key|secret(key|id)?|access_?(key|code|token)|auth_?token|^token|password|apisecret)$/i;

  /** Answers a document without credentials, at any depth, and addresses without the names in them. */
  function withoutCredentials(value) {
    if (typeof value === "string") return withoutUserInfo(value);
    if (Array.isArray(value)) return value.map(withoutCredentials);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name, inner]) => !(credentialName.test(name) && typeof inner === "string"))
        .map(([name, inner]) => [name, withoutCredentials(inner)]),
    );
  }

  function withoutUserInfo(text) {
    return /^https?:\/\/[^/?#\s]*@/i.test(text) ? text.replace(/^(https?:\/\/)[^/?#\s]*@/i, "$1") : text;
  }

  /**
   * Returns a message with what it gained while it grew. Pieces after a gap belong to another state of it and are
   * ignored, and so are those whose text a finished message already contains.
   */
  function withGrowth(record, pieces) {
    const following = pieces
      .slice()
      .sort((one, other) => one.number - other.number)
      .filter(({ number }, index) => number === index + 1);
    const { content, reasoning, streaming } = record;
    if (typeof content !== "string" || (!streaming && containsGrowth(record, following))) return record;
    const thinking = joinedTexts(following, "reasoning");
    return {
      ...record,
      ...Object.assign({}, ...following.map((piece) => piece.fields)),
      content: content + joinedTexts(following, "text"),
      ...(thinking && { reasoning: (reasoning || "") + thinking }),
    };
  }

  /** Whether the text and the thinking of a stored message contain those of consecutive pieces. */
  function containsGrowth({ content, reasoning }, pieces) {
    return (
      `${content}`.includes(joinedTexts(pieces, "text")) &&
      `${reasoning || ""}`.includes(joinedTexts(pieces, "reasoning"))
    );
  }

  function joinedTexts(pieces, name) {
    return pieces.map((piece) => piece[name]).join("");
  }

  /** Answers messages with what they have gained. */
  function joined(records, pieces) {
    const piecesOf = new Map();
    for (const piece of pieces) piecesOf.set(piece.messageId, [...(piecesOf.get(piece.messageId) || []), piece]);
    return records.map((record) => (piecesOf.has(record.id) ? withGrowth(record, piecesOf.get(record.id)) : record));
  }

  /**
   * Sorts what localStorage holds: the documents of a backup, and texts that could not be read, then or now. Without
   * credentials a text that nothing can be left out of is left out whole, and counted.
   */
  function readDocuments(storage, documentKeys, withCredentials) {
    const documents = {};
    const unreadable = [];
    let leftOut = 0;
    for (const key of Object.keys(storage)) {
      const isDocument = documentKeys.includes(key);
      if (!isDocument && !key.includes(".unreadable-")) continue;
      const text = storage.getItem(key);
      const value = parsed(text);
      if (isDocument && isEnvelope(value)) documents[key] = documentOf(value, withCredentials);
      else if (withCredentials) unreadable.push(setAside("localStorage", key, text, ""));
      else if (typeof value === "object" && value !== null)
        unreadable.push(setAside("localStorage", key, JSON.stringify(withoutCredentials(value)), ""));
      else leftOut += 1;
    }
    return { documents, unreadable, leftOut };
  }

  function documentOf({ version, state }, withCredentials) {
    return {
      version: Number.isFinite(version) ? version : 0,
      state: withCredentials ? state : withoutCredentials(state),
    };
  }

  function isEnvelope(value) {
    return typeof value === "object" && value !== null && "state" in value;
  }

  function parsed(text) {
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  }

  /** Answers what could not be read in the shape in which the app keeps such records. */
  function setAside(collection, key, record, reason) {
    const id = collection === "localStorage" ? key : `${collection}:${key}`;
    return { id, collection, record, reason };
  }

  /** Writes a backup (docs/backup-format.md) in pieces, a record a line. The lists come in parts, one after the other. */
  async function* backupPieces({ exportedAt, sessions, messages, tombstones, documents, unreadable, blobs }) {
    yield `{"$format":"parley","$version":${formatVersion},"exportedAt":${exportedAt},\n`;
    const unwritable = [];
    yield* listOf("sessions", sessions, unwritable);
    yield* listOf("messages", messages, unwritable);
    yield* listOf("tombstones", tombstones, unwritable);
    yield '"documents":{';
    let separator = "\n";
    for (const [key, document] of Object.entries(documents)) {
      yield `${separator}${JSON.stringify(key)}:${JSON.stringify(document)}`;
      separator = ",\n";
    }
    yield "\n},\n";
    yield* listOf("blobs", writtenBlobs(blobs), unwritable);
    yield* listOf("unreadable", unreadable(unwritable), [], "}\n");
  }

  /** An image as text: its bytes as base64. */
  function writtenBlob({ id, type, at, bytes }) {
    let text = "";
    const view = new Uint8Array(bytes);
    // In slices: a function takes only so many arguments.
    for (let start = 0; start < view.length; start += 8192) {
      text += String.fromCharCode(...view.subarray(start, start + 8192));
    }
    return { id, type, at, base64: btoa(text) };
  }

  async function* writtenBlobs(blobs) {
    for await (const blob of blobs) yield [writtenBlob(blob)];
  }

  async function* listOf(name, parts, unwritable, after = ",\n") {
    yield `"${name}":[`;
    let separator = "\n";
    for await (const records of parts) {
      for (const record of records) {
        const line = written(name, record, unwritable);
        if (line === undefined) continue;
        yield separator + line;
        separator = ",\n";
      }
    }
    yield `\n]${after}`;
  }

  /** A damaged record may be of a kind that JSON does not know; it must not keep the others from being saved. */
  function written(name, record, unwritable) {
    try {
      return JSON.stringify(record);
    } catch (error) {
      unwritable.push(setAside(name, String(record.id), null, String(error)));
      return undefined;
    }
  }

  globalThis.rescueBackup = { backupPieces, joined, readDocuments, setAside };
})();
