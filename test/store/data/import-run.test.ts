import "fake-indexeddb/auto";
import { readFileSync } from "node:fs";
import { IDBFactory } from "fake-indexeddb";
import fc from "fast-check";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { listBackups } from "@/lib/storage/backups";
import { type Database, openDatabase } from "@/lib/storage/database";
import { openImportRun } from "@/store/data/import-run";
import { copyOptions, wholeBackup } from "@/store/data/whole-backup";
import { histories } from "../../support/backup-samples";
import { sampleRecord, sampleSession, usualSettings } from "../../support/chat-samples";
import { onePixelPng, zipOf } from "../../support/zip-samples";

const world = { now: 5, lang: "en", modelConfig: usualSettings, zoneMinutes: 0 };
const untold = () => {};

let database: Database;

beforeEach(async () => {
  Object.assign(globalThis, { indexedDB: new IDBFactory() });
  database = await openDatabase(() => {});
});
afterEach(() => database.close());

async function imported(file: Blob) {
  const run = openImportRun(database, browserEnvironment);
  const preview = await run.read(file, world, untold);
  if (!preview.ok) throw new Error(preview.reason);
  return { report: preview.report, changed: await run.write({ documents: {}, isReplacing: false }) };
}

async function storedIds() {
  const { sessions, messages } = await database.readIds();
  return { sessions: sessions.length, messages: messages.length };
}

const claude = new Blob([readFileSync("test/fixtures/import/claude/conversations.json")]);

test("reading changes nothing; writing makes a backup first and adds everything; a second import adds nothing @I8.3", async () => {
  await openImportRun(database, browserEnvironment).read(claude, world, untold);
  expect(await storedIds()).toEqual({ sessions: 0, messages: 0 });

  const first = await imported(claude);
  expect(first.report.chats.added).toBeGreaterThan(0);
  const stored = await storedIds();
  expect(stored).toEqual({ sessions: first.report.chats.found, messages: first.report.messages.found });
  expect({ sessions: first.changed.sessions.length, messages: first.changed.messages.length }).toEqual(stored);
  const [copy] = await listBackups();
  expect(copy?.reason).toBe("import");
  expect(JSON.parse((await copy?.file.text()) ?? "")).toMatchObject({ $format: "parley", sessions: [], messages: [] });

  const second = await imported(claude);
  expect(second.report.messages).toEqual({ found: stored.messages, added: 0, known: stored.messages });
  expect(await storedIds()).toEqual(stored);
});

test("stores an archive's image with its message, and reports a missing one", async () => {
  const pointer = (id: string) => ({ content_type: "image_asset_pointer", asset_pointer: `file-service://${id}` });
  const parts = ["Look", pointer("file-moon"), pointer("file-gone")];
  const said = { author: { role: "user" }, content: { content_type: "multimodal_text", parts } };
  const chat = { conversation_id: "c", mapping: { u: { id: "u", message: said } }, current_node: "u" };
  const file = zipOf(
    { name: "conversations.json", contents: JSON.stringify([chat]) },
    { name: "file-moon-1.png", contents: onePixelPng },
  );
  const { report } = await imported(new Blob([file]));
  expect(report.notUnderstood).toEqual({
    count: 1,
    first: [{ where: "file-service://file-gone", reason: "no-file" }],
  });
  const { records } = await database.readMessages("chatgpt:c");
  const [image] = await database.readBlobFacts();
  expect(records.map(({ content }) => content)).toEqual([
    [
      { type: "text", text: "Look" },
      { type: "image_url", image_url: { url: `stored:${image?.id}` } },
      { type: "image_url", image_url: { url: "file-service://file-gone" } },
    ],
  ]);
  expect((await database.readBlob(image?.id ?? ""))?.bytes).toEqual(Uint8Array.from(onePixelPng).buffer);
});

test("imports what was exported with its images on a device without any", async () => {
  const url = `data:image/png;base64,${onePixelPng.toString("base64")}`;
  const said = { role: "user", content: [{ type: "image_url", image_url: { url } }] };
  await imported(new Blob([JSON.stringify({ messages: [said] })]));
  const [image] = await database.readBlobFacts();
  expect(image?.size).toBe(onePixelPng.length);
  const options = { kind: "parley", withCredentials: false, images: "with-images" } as const;
  const file = await wholeBackup(database, {}, options, browserEnvironment);
  const { messages } = JSON.parse(await file.text());

  await database.clear({ id: "c", isRestCleared: false });
  await imported(file);
  expect(await database.readBlobFacts()).toEqual([image]);
  const again = await wholeBackup(database, {}, options, browserEnvironment);
  expect(JSON.parse(await again.text()).messages).toEqual(messages);
});

test("order, pins, marks and versions survive export, clearing and import bit by bit", async () => {
  async function stored() {
    const rows: unknown[] = [];
    for (const collection of ["sessions", "messages"] as const) {
      for await (const part of database.readRows(collection)) rows.push(...part);
    }
    return JSON.stringify(rows);
  }
  await fc.assert(
    fc.asyncProperty(histories, async (data) => {
      await database.clear({ id: "c", isRestCleared: true });
      await database.putAll({ sessions: [...data.sessions], messages: [...data.messages] });
      const before = await stored();
      const file = await wholeBackup(
        database,
        {},
        { kind: "parley", withCredentials: false, images: "with-images" },
        browserEnvironment,
      );
      await database.clear({ id: "c", isRestCleared: true });
      await imported(file);
      expect(await stored()).toBe(before);
    }),
    { numRuns: 50 },
  );
});

test("without a database, reads a file and reports that nothing can be stored", async () => {
  const run = openImportRun(undefined, browserEnvironment);
  const preview = await run.read(claude, world, untold);
  expect(preview.ok && preview.report.chats.known).toBe(0);
  await expect(run.write({ documents: {}, isReplacing: false })).rejects.toMatchObject({ code: "storage-unavailable" });
});

test("reports the first of many unknown parts, and counts all", async () => {
  const file = new Blob([JSON.stringify([{ chat_messages: [] }, ...Array.from({ length: 999 }, () => ({}))])]);
  const preview = await openImportRun(database, browserEnvironment).read(file, world, untold);
  expect(preview.ok && preview.report.notUnderstood.count).toBe(1000);
  expect(preview.ok && preview.report.notUnderstood.first.length).toBe(100);
});

test("a backup of a newer version replaces nothing", async () => {
  await database.putAll({ sessions: [sampleSession({ id: "s" })], messages: [] });
  const run = openImportRun(database, browserEnvironment);
  const newer = new Blob([JSON.stringify({ $format: "parley", $version: 99, sessions: [], messages: [] })]);
  expect(await run.read(newer, world, untold)).toMatchObject({
    report: { chats: { found: 0 }, notUnderstood: { first: [{ where: "$version", reason: "newer-version" }] } },
  });
  await expect(run.write({ documents: {}, isReplacing: true })).rejects.toMatchObject({ code: "unexpected" });
  expect(await storedIds()).toEqual({ sessions: 1, messages: 0 });
});

test("restoring a backup leaves only its chats, and makes a backup of the current data", async () => {
  const message = (id: string, sessionId: string, text: string) =>
    sampleRecord({ id, sessionId, seq: 1, content: text });
  await database.putAll({
    sessions: [sampleSession({ id: "s1", topic: "Tides" }), sampleSession({ id: "s2" })],
    messages: [message("m1", "s1", "as it was"), message("m2", "s2", "deleted since")],
  });
  const copy = await wholeBackup(database, {}, copyOptions, browserEnvironment);
  await database.purge({ id: "s2", deletedAt: 4 });
  await database.putAll({
    sessions: [sampleSession({ id: "s1", topic: "Renamed" }), sampleSession({ id: "s3" })],
    messages: [message("m1", "s1", "edited since"), message("m3", "s3", "came since")],
    blobs: [{ id: "b", type: "image/png", size: 1, at: 0, bytes: Uint8Array.of(1).buffer }],
  });

  const run = openImportRun(database, browserEnvironment);
  await run.read(copy, world, untold);
  await run.write({ documents: {}, isReplacing: true });

  const { sessions, messages } = await database.readSome({
    sessions: ["s1", "s2", "s3"],
    messages: ["m1", "m2", "m3"],
  });
  expect(sessions.map(({ id, topic }) => [id, topic])).toEqual([
    ["s1", "Tides"],
    ["s2", sampleSession({ id: "s2" }).topic],
  ]);
  expect(messages.map(({ id, content }) => [id, content])).toEqual([
    ["m1", "as it was"],
    ["m2", "deleted since"],
  ]);
  expect(await storedIds()).toEqual({ sessions: 2, messages: 2 });
  expect((await database.readBlobFacts()).map(({ id }) => id)).toEqual(["b"]);
  const tombstones = [];
  for await (const rows of database.readRows("tombstones")) tombstones.push(...rows);
  expect(tombstones).toEqual([]);
  const [kept] = await listBackups();
  expect(JSON.parse((await kept?.file.text()) ?? "").messages.map(({ id }: { id: string }) => id)).toEqual([
    "m1",
    "m3",
  ]);
});

test("the report names the projects that the chats of a backup are in", async () => {
  const sessions = [
    sampleSession({ id: "a", projectId: "p" }),
    sampleSession({ id: "b", projectId: "p" }),
    sampleSession({ id: "c" }),
  ];
  const { report } = await imported(
    new Blob([JSON.stringify({ $format: "parley", $version: 1, sessions, messages: [] })]),
  );
  expect(report.projectIds).toEqual(["p"]);
});
