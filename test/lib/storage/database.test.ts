import "fake-indexeddb/auto";
import { forceCloseDatabase, IDBFactory } from "fake-indexeddb";
import { deleteDB, type IDBPDatabase, openDB } from "idb";
import type { Message } from "@/lib/chat/message";
import type { ChatSession } from "@/lib/chat/session";
import type { MessageRecord } from "@/lib/storage/catalogue";
import { type Database, openDatabase } from "@/lib/storage/database";
import type { Changes } from "@/lib/storage/database-records";
import type { Growth } from "@/lib/storage/growth";
import { sampleRecord, sampleSession } from "../../support/chat-samples";

let database: Database;

/** Gives the test a browser in which nothing is stored. */
function forgetEverything(): void {
  Object.assign(globalThis, { indexedDB: new IDBFactory() });
}

beforeEach(async () => {
  forgetEverything();
  database = await openDatabase(() => {});
});
afterEach(() => database.close());

function changes(given: Partial<Changes>): Changes {
  return { patchSessions: [], putMessages: [], growMessages: [], deleteMessages: [], ...given };
}

function record(id: string, seq: number, sessionId = "s1", given: Partial<Message> = {}): MessageRecord {
  return sampleRecord({ id, sessionId, seq, ...given });
}

/** All chat heads, however many parts they come in. */
async function allSessions(): Promise<{ records: ChatSession[]; unreadable: number }> {
  const all = { records: [] as ChatSession[], unreadable: 0 };
  for await (const { records, unreadable } of database.readSessions()) {
    all.records.push(...records);
    all.unreadable += unreadable;
  }
  return all;
}

/** All that an object store holds, by key. */
async function stored(name: string): Promise<unknown[]> {
  const raw = await openDB("parley");
  const rows = await raw.getAll(name);
  raw.close();
  return rows;
}

/** Puts a row into an object store past all checks, as an older version or an accident may have left it. */
async function plant(name: string, row: unknown): Promise<void> {
  const raw = await openDB("parley");
  await raw.put(name, row);
  raw.close();
}

test("a new database is empty", async () => {
  expect(await allSessions()).toEqual({ records: [], unreadable: 0 });
  expect(await database.readMessages("s1")).toEqual({ records: [], unreadable: 0 });
});

test("written data is read back unchanged, also after the database was closed", async () => {
  const session = sampleSession({ id: "s1", topic: "Tides", messageCount: 1, order: 7, clearContextIndex: 1 });
  const message = record("m1", 1, "s1", { role: "assistant", reasoning: "Hm.", usage: { totalTokens: 9 } });
  await database.write(changes({ patchSessions: [session], putMessages: [message] }));
  database.close();
  database = await openDatabase(() => {});
  expect(await allSessions()).toEqual({ records: [session], unreadable: 0 });
  expect(await database.readMessages("s1")).toEqual({ records: [message], unreadable: 0 });
});

test("returns the messages of one chat in order", async () => {
  const putMessages = [
    record("z", 1),
    record("b", 10),
    record("a", 2),
    record("c", -1),
    record("x", 3, "s2"),
    record("y", 1, "s"),
    record("w", 1, "s11"),
  ];
  await database.write(changes({ putMessages }));
  const { records } = await database.readMessages("s1");
  expect(records.map(({ id }) => id)).toEqual(["c", "z", "a", "b"]);
});

test("a write replaces and deletes by id", async () => {
  await database.write(changes({ putMessages: [record("m1", 1), record("m2", 2), record("m3", 3)] }));
  const longer = record("m1", 1, "s1", { content: "longer" });
  await database.write(changes({ putMessages: [longer], deleteMessages: ["m2", "unknown"] }));
  expect((await database.readMessages("s1")).records).toEqual([longer, record("m3", 3)]);
});

test("a write with one failing record stores none of its records", async () => {
  await database.write(changes({ putMessages: [record("m1", 1)] }));
  // A function cannot be stored: stands for any record that the database refuses.
  const refused = { ...record("m3", 3), broken: () => {} };
  const all = changes({
    patchSessions: [sampleSession({ id: "s1" })],
    putMessages: [record("m2", 2), refused],
    deleteMessages: ["m1"],
  });
  await expect(database.write(all)).rejects.toMatchObject({ code: "storage-unavailable" });
  expect(await stored("sessions")).toEqual([]);
  expect(await stored("messages")).toEqual([record("m1", 1)]);
});

test("concurrent writes finish in the order in which they started", async () => {
  const writes = ["one", "two", "three"].map((content) =>
    database.write(changes({ putMessages: [record("m1", 1, "s1", { content })] })),
  );
  await Promise.all(writes);
  expect((await database.readMessages("s1")).records).toEqual([record("m1", 1, "s1", { content: "three" })]);
});

test("writing to a closed database fails with storage-unavailable", async () => {
  database.close();
  await expect(database.write(changes({}))).rejects.toMatchObject({ code: "storage-unavailable" });
});

describe("an unreadable record", () => {
  const odd = { id: "m2", sessionId: "s1", seq: 2, role: "narrator", content: "Once." };

  test("is set aside unchanged and counted, and stays in place; the others are returned", async () => {
    await database.write(changes({ putMessages: [record("m1", 1), record("m3", 3)] }));
    await plant("messages", odd);
    expect(await database.readMessages("s1")).toEqual({ records: [record("m1", 1), record("m3", 3)], unreadable: 1 });
    expect(await stored("unreadable")).toEqual([
      { id: "messages:m2", collection: "messages", record: odd, reason: expect.stringContaining("role") },
    ]);
    expect(await stored("messages")).toContainEqual(odd);
  });

  test("is set aside only once", async () => {
    await plant("messages", odd);
    await database.readMessages("s1");
    expect((await database.readMessages("s1")).unreadable).toBe(1);
    expect(await stored("unreadable")).toHaveLength(1);
  });

  test("does not prevent reading the others if it cannot be set aside", async () => {
    database.close();
    forgetEverything();
    // A database without the place for unreadable records stands for one without room.
    const raw = await openDB("parley", 1, {
      upgrade(opened) {
        opened.createObjectStore("sessions", { keyPath: "id" });
      },
    });
    raw.close();
    await plant("sessions", { id: 2, mask: "none" });
    await plant("sessions", sampleSession({ id: "s1" }));
    database = await openDatabase(() => {});
    expect(await allSessions()).toEqual({ records: [sampleSession({ id: "s1" })], unreadable: 1 });
  });

  test("may be a chat", async () => {
    const good = sampleSession({ id: "s1" });
    await database.write(changes({ patchSessions: [good] }));
    await plant("sessions", { id: 2, mask: "none" });
    expect(await allSessions()).toEqual({ records: [good], unreadable: 1 });
    expect(await stored("unreadable")).toMatchObject([{ id: "sessions:2", record: { id: 2, mask: "none" } }]);
  });

  test("is listed as damaged if it is a chat with an id, and can be exported and deleted", async () => {
    const row = { id: "s2", topic: "Ships", mask: "none", lastUpdate: 1e300, order: Number.NaN, messageCount: -3 };
    await database.write(changes({ putMessages: [record("m1", 1, "s2")] }));
    await plant("sessions", row);
    const damaged = { ...sampleSession({ id: "s2", topic: "Ships" }), mask: expect.anything(), isDamaged: true };
    expect(await allSessions()).toEqual({ records: [damaged], unreadable: 0 });
    expect(await database.readChatRows("s2")).toEqual({ session: row, messages: [record("m1", 1, "s2")] });
    // What a write returns is shown, too.
    expect(await database.write(changes({ patchSessions: [{ id: "s2", pinned: true }] }))).toEqual([
      { ...damaged, pinned: true },
    ]);
    await database.purge({ id: "s2", deletedAt: 5 });
    expect(await allSessions()).toEqual({ records: [], unreadable: 0 });
    expect(await stored("messages")).toEqual([]);
  });

  test.each([
    ["beyond what a date can name", 1e300, 0],
    ["below 1970", -5, 0],
    ["minus zero", -0, 0],
    ["infinite", Number.POSITIVE_INFINITY, 0],
    ["not a number", Number.NaN, 0],
    ["text", "Infinity", 0],
    ["in microseconds", 1_750_000_000_000_000, 1_750_000_000_000],
    ["in nanoseconds", 1_750_000_000_000_000_000, 1_750_000_000_000],
  ])("is not a chat or a message whose only error is a time that is %s", async (_name, time, expected) => {
    await plant("sessions", { ...sampleSession({ id: "s1" }), lastUpdate: time });
    await plant("messages", { ...record("m1", 1), date: time });
    expect(await allSessions()).toEqual({
      records: [sampleSession({ id: "s1", lastUpdate: expected })],
      unreadable: 0,
    });
    const message = record("m1", 1, "s1", { date: expected });
    expect(await database.readMessages("s1")).toEqual({ records: [message], unreadable: 0 });
  });

  test("is not a message whose only error is its date", async () => {
    await plant("messages", { ...record("m1", 1), date: "5/4/2025" });
    expect(await database.readMessages("s1")).toEqual({ records: [record("m1", 1)], unreadable: 0 });
  });
});

test("purging removes a chat with its messages and leaves a tombstone", async () => {
  const gone = sampleSession({ id: "s1", deletedAt: 5 });
  const kept: ChatSession = sampleSession({ id: "s2" });
  await database.write(
    changes({ patchSessions: [gone, kept], putMessages: [record("m1", 1), record("m2", 2), record("n1", 1, "s2")] }),
  );
  await plant("messages", { id: "odd", sessionId: "s1", seq: 9 });
  await database.purge({ id: "s1", deletedAt: 5 });
  expect(await stored("sessions")).toEqual([kept]);
  expect(await stored("messages")).toEqual([record("n1", 1, "s2")]);
  expect(await stored("tombstones")).toEqual([{ id: "s1", deletedAt: 5 }]);
});

test("purging a chat twice, or one that does not exist, does nothing", async () => {
  await database.purge({ id: "s1", deletedAt: 5 });
  await database.purge({ id: "s1", deletedAt: 6 });
  expect(await stored("tombstones")).toEqual([{ id: "s1", deletedAt: 6 }]);
});

test.each([
  ["a newer layout in another tab", "storage-newer", async () => (await openDB("parley", 99)).close()],
  ["a deletion in another tab", "storage-deleted", () => deleteDB("parley")],
] as const)("%s closes this one, which reports it once", async (_what, code, lose) => {
  database.close();
  const losses: string[] = [];
  database = await openDatabase((loss) => losses.push(loss));
  await lose();
  expect(losses).toEqual([code]);
  await expect(database.write(changes({}))).rejects.toMatchObject({ code: "storage-unavailable" });
});

test("a connection that the browser closes is reported as deleted", async () => {
  database.close();
  const results = jest.spyOn(IDBOpenDBRequest.prototype, "result", "get");
  const losses: string[] = [];
  database = await openDatabase((loss) => losses.push(loss));
  const connection = results.mock.results.map(({ value }) => value).find((value) => value instanceof IDBDatabase);
  results.mockRestore();
  // The types ask for the class in place of a connection.
  forceCloseDatabase(connection as never);
  expect(losses).toEqual(["storage-deleted"]);
});

test("opens a newer layout read-only", async () => {
  const session = sampleSession({ id: "s1" });
  await database.write(changes({ patchSessions: [session], putMessages: [record("m1", 1)] }));
  database.close();
  (await openDB("parley", 99)).close();
  database = await openDatabase(() => {});
  expect(database.isReadOnly).toBe(true);
  expect(await allSessions()).toEqual({ records: [session], unreadable: 0 });
  expect((await database.readMessages("s1")).records).toEqual([record("m1", 1)]);
  await expect(database.write(changes({}))).rejects.toMatchObject({ code: "storage-newer" });
  await expect(database.purge({ id: "s1", deletedAt: 1 })).rejects.toMatchObject({ code: "storage-newer" });
});

test.each([
  ["no stores", () => {}],
  [
    "stores without the indexes",
    (opened: IDBPDatabase) => {
      for (const name of ["sessions", "messages", "unreadable", "tombstones", "growth", "blobs", "clearing", "sync"]) {
        opened.createObjectStore(name);
      }
    },
  ],
])("a newer layout with %s is left unchanged and reported", async (_what, upgrade) => {
  database.close();
  forgetEverything();
  const newer = await openDB("parley", 99, { upgrade });
  const stores = [...newer.objectStoreNames];
  newer.close();
  await expect(openDatabase(() => {})).rejects.toMatchObject({ code: "stored-unknown" });
  const left = await openDB("parley");
  expect({ version: left.version, stores: [...left.objectStoreNames] }).toEqual({ version: 99, stores });
  left.close();
  forgetEverything();
  database = await openDatabase(() => {});
});

test("the first layout is migrated with all its data", async () => {
  database.close();
  forgetEverything();
  const old = await openDB("parley", 1, {
    upgrade(opened) {
      opened.createObjectStore("sessions", { keyPath: "id" });
      opened.createObjectStore("messages", { keyPath: "id" }).createIndex("bySession", ["sessionId", "seq"]);
      opened.createObjectStore("unreadable", { keyPath: "id" });
      opened.createObjectStore("tombstones", { keyPath: "id" });
    },
  });
  await old.put("sessions", sampleSession({ id: "s1" }));
  await old.put("messages", record("m1", 1));
  old.close();
  database = await openDatabase(() => {});
  expect((await allSessions()).records).toEqual([sampleSession({ id: "s1" })]);
  await database.write(changes({ growMessages: [growth(1, "!")] }));
  expect((await database.readMessages("s1")).records).toEqual([record("m1", 1, "s1", { content: "m1!" })]);
});

function growth(number: number, text: string): Growth {
  return { messageId: "m1", sessionId: "s1", number, text, reasoning: "", fields: {} };
}

describe("a streaming reply", () => {
  test("is read with all its growth rows, which are deleted when it is written completely", async () => {
    await database.write(changes({ putMessages: [record("m1", 1, "s1", { content: "Low" })] }));
    await database.write(changes({ growMessages: [growth(1, " tide")] }));
    await database.write(changes({ growMessages: [growth(2, " at noon")] }));
    const grown = record("m1", 1, "s1", { content: "Low tide at noon" });
    expect((await database.readMessages("s1")).records).toEqual([grown]);
    expect((await database.readSome({ sessions: [], messages: ["m1"] })).messages).toEqual([grown]);
    await database.write(changes({ putMessages: [grown] }));
    expect(await stored("growth")).toEqual([]);
  });

  test("is deleted with its growth rows, alone or with its chat", async () => {
    await database.write(changes({ putMessages: [record("m1", 1)], growMessages: [growth(1, "!")] }));
    await database.write(changes({ deleteMessages: ["m1"] }));
    expect(await stored("growth")).toEqual([]);
    await database.write(changes({ putMessages: [record("m1", 1)], growMessages: [growth(1, "!")] }));
    await database.purge({ id: "s1", deletedAt: 1 });
    expect(await stored("growth")).toEqual([]);
  });

  test("leaves no growth rows after a sync replaces or deletes its message", async () => {
    const synced = record("m1", 1, "s1", { content: "Low tide" });
    const { sessionId: _chat, ...value } = synced;
    await plant("growth", growth(1, " of a former life"));
    const bring = { patchSessions: [], putMessages: [{ record: synced, before: undefined }], deleteMessages: [] };
    await database.applySynced(bring, [], {});
    expect((await database.readMessages("s1")).records).toEqual([synced]);
    await plant("growth", growth(1, "!"));
    const remove = {
      patchSessions: [],
      putMessages: [],
      deleteMessages: [{ id: "m1", sessionId: "s1", before: value }],
    };
    await database.applySynced(remove, [], {});
    expect([await stored("messages"), await stored("growth")]).toEqual([[], []]);
  });
});

describe("the metadata of a chat", () => {
  test("is updated field by field, so that two tabs do not overwrite each other", async () => {
    const session = sampleSession({ id: "s1", topic: "old", order: 1, preview: "Why?" });
    await database.write(changes({ patchSessions: [session] }));
    await Promise.all([
      database.write(changes({ patchSessions: [{ id: "s1", topic: "new" }] })),
      database.write(changes({ patchSessions: [{ id: "s1", order: 2, preview: null }] })),
    ]);
    const { preview: _gone, ...rest } = session;
    expect((await allSessions()).records).toEqual([{ ...rest, topic: "new", order: 2 }]);
  });

  test("is not partly restored after another tab has deleted its chat", async () => {
    await database.write(changes({ patchSessions: [{ id: "gone", topic: "part" }] }));
    expect(await stored("sessions")).toEqual([]);
  });
});

test("reads records by id, without missing and unreadable ones", async () => {
  await database.write(changes({ patchSessions: [sampleSession({ id: "s1" })], putMessages: [record("m1", 1)] }));
  await plant("messages", { id: "odd", sessionId: "s1", seq: 2, role: "narrator" });
  expect(await database.readSome({ sessions: ["s1", "s2"], messages: ["m1", "m2", "odd"] })).toEqual({
    sessions: [sampleSession({ id: "s1" })],
    messages: [record("m1", 1)],
  });
});

test("messages with the same position are in the same order in every tab", async () => {
  const putMessages = [record("b", 1, "s1", { date: 10 }), record("a", 1, "s1", { date: 20 }), record("c", 0)];
  await database.write(changes({ putMessages }));
  expect((await database.readMessages("s1")).records.map(({ id }) => id)).toEqual(["c", "a", "b"]);
});

test("reads the first chats of the list without the others", async () => {
  const patchSessions = [3, 1, 5, 2, 4].map((order) => sampleSession({ id: `s${order}`, order }));
  await database.write(changes({ patchSessions }));
  const { records } = await database.readFirstSessions(2);
  expect(records.map(({ id }) => id)).toEqual(["s5", "s4"]);
  expect((await database.readFirstSessions(9)).records).toHaveLength(5);
});

test("reads thousands of chats in batches, each once", async () => {
  const patchSessions = Array.from({ length: 1203 }, (_, index) => sampleSession({ id: `s${index}` }));
  await database.putAll({ sessions: patchSessions, messages: [] });
  const { records } = await allSessions();
  expect(new Set(records.map(({ id }) => id)).size).toBe(1203);
  expect(records).toHaveLength(1203);
  expect(await database.count()).toEqual({ sessions: 1203, messages: 0 });
});

test("stores records and patches metadata in one step; a patch changes only its fields", async () => {
  await database.putAll({ sessions: [sampleSession({ id: "s1", topic: "Tides" })], messages: [] });
  const patchSessions = [{ id: "s1", messageCount: 3 }];
  await database.putAll({ sessions: [sampleSession({ id: "s2" })], messages: [record("m1", 1)], patchSessions });
  const { sessions } = await database.readSome({ sessions: ["s1", "s2"], messages: [] });
  expect(sessions).toEqual([sampleSession({ id: "s1", topic: "Tides", messageCount: 3 }), sampleSession({ id: "s2" })]);
});

test("reads all rows with the growth of replies, and deletes all of them in one step", async () => {
  await database.putAll({ sessions: [sampleSession({ id: "s1" })], messages: [record("m1", 1), record("m2", 2)] });
  await database.write(changes({ growMessages: [growth(1, "!")] }));
  const rows: unknown[] = [];
  for await (const part of database.readRows("messages")) rows.push(...part);
  expect(rows).toEqual([record("m1", 1, "s1", { content: "m1!" }), record("m2", 2)]);
  expect(await database.readIds()).toEqual({ sessions: ["s1"], messages: ["m1", "m2"] });
  await database.clear({ id: "c", isRestCleared: false });
  expect(await database.count()).toEqual({ sessions: 0, messages: 0 });
  expect(await stored("growth")).toEqual([]);
});

test("a reply that ends while all rows are read is read in its old or new state, never without its text", async () => {
  const piece: Growth = { messageId: "r", sessionId: "s1", number: 1, text: " tide", reasoning: "", fields: {} };
  await database.write(changes({ putMessages: [record("r", 1, "s1", { content: "The" })] }));
  await database.write(changes({ growMessages: [piece] }));
  const reading = database.readRows("messages").next();
  const ending = database.write(changes({ putMessages: [record("r", 1, "s1", { content: "The tide comes." })] }));
  const { value } = await reading;
  await ending;
  expect(value).toMatchObject([{ content: "The tide" }]);
});

test("records that are stored together are all stored or none", async () => {
  const refused = { ...record("m3", 3), broken: () => {} };
  await expect(
    database.putAll({ sessions: [sampleSession({ id: "s1" })], messages: [record("m1", 1), refused] }),
  ).rejects.toMatchObject({ code: "storage-unavailable" });
  expect(await database.count()).toEqual({ sessions: 0, messages: 0 });
});

const image = { id: "b1", type: "image/png", size: 2, at: 5, bytes: Uint8Array.of(1, 2).buffer };
const inside = [{ type: "image_url" as const, image_url: { url: "data:image/png;base64,AQI=" } }];
const apart = [{ type: "image_url" as const, image_url: { url: "stored:b1" } }];

test("images are separate records: read by id, listed with size and time, and deleted individually", async () => {
  const message = record("m1", 1, "s1", { content: apart });
  await database.putAll({ sessions: [], messages: [message], blobs: [image] });
  expect(await database.readBlob("b1")).toMatchObject({ id: "b1", type: "image/png", size: 2 });
  expect(await database.readBlobFacts()).toEqual([{ id: "b1", size: 2, at: 5 }]);
  await database.deleteBlobs(["b1"]);
  expect(await database.readBlob("b1")).toBeUndefined();
  expect((await database.readMessages("s1")).records).toEqual([message]);
});

test("replaces a message's content only if it is unchanged, and stores the image in the same step", async () => {
  const changed = record("m2", 2, "s1", { content: "changed meanwhile" });
  await database.write(changes({ putMessages: [record("m1", 1, "s1", { content: inside }), changed] }));
  const exchange = { from: inside, to: apart };
  await database.exchangeContents(
    [
      { id: "m1", ...exchange },
      { id: "m2", ...exchange },
      { id: "m3", ...exchange },
    ],
    [image],
  );
  expect((await database.readMessages("s1")).records).toEqual([record("m1", 1, "s1", { content: apart }), changed]);
  expect(await database.readBlobFacts()).toEqual([{ id: "b1", size: 2, at: 5 }]);
});

test.each([1, 2])("all data of layout version %s survives the migration", async (version) => {
  database.close();
  forgetEverything();
  const session = sampleSession({ id: "s1", order: 3 });
  const message = record("m1", 1, "s1", { content: inside });
  const old = await openDB("parley", version, {
    upgrade(opened, _old, _new, transaction) {
      opened.createObjectStore("sessions", { keyPath: "id" });
      opened.createObjectStore("messages", { keyPath: "id" }).createIndex("bySession", ["sessionId", "seq"]);
      opened.createObjectStore("unreadable", { keyPath: "id" });
      opened.createObjectStore("tombstones", { keyPath: "id" });
      if (version === 1) return;
      opened.createObjectStore("growth", { keyPath: ["messageId", "number"] }).createIndex("bySession", "sessionId");
      transaction.objectStore("sessions").createIndex("byOrder", "order");
    },
  });
  await old.put("sessions", session);
  await old.put("messages", message);
  await old.put("tombstones", { id: "t", deletedAt: 9 });
  old.close();
  database = await openDatabase(() => {});
  expect((await database.readFirstSessions(5)).records).toEqual([session]);
  expect((await database.readMessages("s1")).records).toEqual([message]);
  expect(await stored("tombstones")).toEqual([{ id: "t", deletedAt: 9 }]);
  expect(await database.readBlobFacts()).toEqual([]);
});
