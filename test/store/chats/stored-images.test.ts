import { browserEnvironment } from "@/lib/platform/browser-environment";
import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { fileBlock } from "@/lib/chat/file-block";
import { dataUrlOfBlob } from "@/lib/storage/blobs";
import { type Database, openDatabase } from "@/lib/storage/database";
import { writeLocalDraft } from "@/lib/storage/local-drafts";
import { useChats } from "@/store/chats/chats";
import { storeInlineImages, withStoredImages } from "@/store/chats/images";
import { migrateRecords, recordVersionKey } from "@/store/chats/record-migrations";
import { freeUnusedImages, unusedImagesKey } from "@/store/chats/unused-images";
import { createRecords, type TabContext } from "@/store/records/records";
import { storeToolMedia } from "@/store/tools/store-tool-media";
import { sampleRecord, sampleSession } from "../../support/chat-samples";
import { memoryStorage } from "../../support/memory-storage";

const dataUrl = "data:image/png;base64,AQI=";
const image = (url: string) => ({ type: "image_url" as const, image_url: { url } });
const inside = [{ type: "text" as const, text: "Look" }, image(dataUrl)];

let database: Database;
let context: TabContext;
const told: string[] = [];

beforeEach(async () => {
  Object.assign(globalThis, { indexedDB: new IDBFactory() });
  database = await openDatabase(() => {});
  told.length = 0;
  const otherTabs = {
    tellChanged: ({ messages }: { messages: readonly { id: string }[] }) => told.push(...messages.map(({ id }) => id)),
    tellCleared: () => {},
    takeOver: () => {},
  };
  context = { env: browserEnvironment, records: createRecords() };
  context.records.open({ database, otherTabs });
  useChats.setState({ sessions: [], threads: {}, messages: {}, live: {} });
});
afterEach(() => database.close());

const record = (id: string, seq: number, content: string | typeof inside) =>
  sampleRecord({ id, sessionId: "s1", seq, content });

async function put(...messages: ReturnType<typeof record>[]): Promise<void> {
  await database.putAll({ sessions: [sampleSession({ id: "s1" })], messages });
}

const contents = async () => (await database.readMessages("s1")).records.map(({ content }) => content);

describe("the migration that moves images into records", () => {
  test("runs once, after a backup, on stored and shown messages, and notifies other tabs", async () => {
    await put(record("m1", 1, inside), record("m2", 2, "words"), { ...record("m3", 3, inside), streaming: true });
    useChats.getState().fillThread("s1", (await database.readMessages("s1")).records);
    const storage = memoryStorage();
    const copies: number[] = [];
    const takeBackup = async () => void copies.push((await database.readBlobFacts()).length);
    await migrateRecords(storage, takeBackup, context);
    const facts = await database.readBlobFacts();
    expect(facts).toHaveLength(1);
    const id = facts[0]?.id;
    const apart = [inside[0], image(`stored:${id}`)];
    // A reply that grows is its tab's own.
    expect(await contents()).toEqual([apart, "words", inside]);
    expect(useChats.getState().messages.m1?.content).toEqual(apart);
    expect([copies, told]).toEqual([[0], ["m1"]]);
    await migrateRecords(storage, takeBackup, context);
    expect(copies).toEqual([0]);
    expect(storage.getItem(recordVersionKey)).toBe("2");
  });

  test("makes no backup if there is nothing to change", async () => {
    await put(record("m1", 1, "words"));
    const storage = memoryStorage();
    await migrateRecords(storage, () => Promise.reject(new Error("There should be no copy.")), context);
    expect(storage.getItem(recordVersionKey)).toBe("2");
  });

  test("continues at the next start if it is interrupted", async () => {
    await put(record("m1", 1, inside));
    const storage = memoryStorage();
    await expect(migrateRecords(storage, () => Promise.reject(new Error("No room.")), context)).rejects.toThrow(
      "No room.",
    );
    expect([storage.getItem(recordVersionKey), await contents()]).toEqual([null, [inside]]);
    await migrateRecords(storage, async () => {}, context);
    expect(await database.readBlobFacts()).toHaveLength(1);
  });
});

test("moves images of a finished reply into records, and inlines them in requests", async () => {
  await put(record("m1", 1, inside));
  useChats.getState().fillThread("s1", (await database.readMessages("s1")).records);
  await storeInlineImages("m1", context);
  const kept = useChats.getState().messages.m1;
  expect(kept?.content).toEqual([inside[0], image(expect.stringMatching(/^stored:/))]);
  expect(await withStoredImages([kept ?? { content: "" }], context)).toEqual([
    expect.objectContaining({ content: inside }),
  ]);
});

describe("unused images", () => {
  const day = 24 * 60 * 60_000;
  const lookedAfter = (storage: ReturnType<typeof memoryStorage>) => JSON.parse(storage.getItem(unusedImagesKey) ?? "");
  const blob = (id: string) => ({ id, type: "image/png", size: 1, at: 0, bytes: Uint8Array.of(1).buffer });

  test("are deleted two weeks after they were first found unused", async () => {
    const pinned = sampleRecord({ id: "p", sessionId: "s1", seq: 1, content: [image("stored:pinned")] });
    const session = sampleSession({ id: "s1" });
    await database.putAll({
      sessions: [{ ...session, mask: { ...session.mask, context: [pinned] } }],
      messages: [sampleRecord({ id: "m", sessionId: "s1", seq: 1, content: [image("stored:shown")] })],
      blobs: [blob("shown"), blob("pinned"), blob("left")],
    });
    const storage = memoryStorage();
    const ids = async () => (await database.readBlobFacts()).map(({ id }) => id).sort();
    await freeUnusedImages(database, storage, 100);
    expect(lookedAfter(storage)).toEqual({ lookedAt: 100, since: { left: 100 } });
    await freeUnusedImages(database, storage, 100 + 14 * day);
    expect(await ids()).toEqual(["left", "pinned", "shown"]);
    await freeUnusedImages(database, storage, 100 + 15 * day);
    expect(await ids()).toEqual(["pinned", "shown"]);
    expect(lookedAfter(storage)).toEqual({ lookedAt: 100 + 15 * day, since: {} });
  });

  test("include documents, unless a message or a draft refers to them", async () => {
    const [asked, drafted, left] = ["a", "b", "c"].map((letter) => letter.repeat(64)) as [string, string, string];
    const referTo = (id: string) =>
      fileBlock({ name: "a.pdf", text: "", document: { id, pages: 1, tokens: 1, sent: "whole" } });
    await database.putAll({
      sessions: [sampleSession({ id: "s1" })],
      messages: [sampleRecord({ id: "m", sessionId: "s1", seq: 1, content: referTo(asked) })],
      blobs: [blob(asked), blob(drafted), blob(left)],
    });
    const storage = memoryStorage();
    writeLocalDraft(storage, "s1", { draft: { text: "", images: [], texts: [referTo(drafted)] } });
    await freeUnusedImages(database, storage, 100);
    expect(lookedAfter(storage).since).toEqual({ [left]: 100 });
  });

  test("are searched once a day", async () => {
    await database.putAll({ sessions: [], messages: [], blobs: [blob("b")] });
    const storage = memoryStorage();
    await freeUnusedImages(database, storage, day);
    for (const time of [day + 1, 2 * day - 1, 1]) await freeUnusedImages(database, storage, time);
    expect(lookedAfter(storage).lookedAt).toBe(day);
    await freeUnusedImages(database, storage, 2 * day);
    expect(lookedAfter(storage).lookedAt).toBe(2 * day);
  });

  test("stay if a message uses them again", async () => {
    await database.putAll({ sessions: [], messages: [], blobs: [blob("b")] });
    const storage = memoryStorage();
    await freeUnusedImages(database, storage, 100);
    await put(record("m", 1, [image("stored:b")] as unknown as typeof inside));
    await freeUnusedImages(database, storage, 100 + 15 * day);
    expect(lookedAfter(storage).since).toEqual({});
    expect(await database.readBlobFacts()).toHaveLength(1);
  });

  test("stay while a tool result uses them", async () => {
    await database.putAll({ sessions: [], messages: [], blobs: [blob("b"), blob("c")] });
    const media = [{ type: "image/png", url: "stored:b" }];
    const tools = [{ id: "t", name: "draw", argumentsText: "{}", media }];
    await put({ ...record("m", 1, "Here."), tools });
    const storage = memoryStorage();
    for (const time of [100, 100 + 15 * day]) await freeUnusedImages(database, storage, time);
    expect((await database.readBlobFacts()).map(({ id }) => id)).toEqual(["b"]);
  });

  test("stay while a mask uses them", async () => {
    await database.putAll({ sessions: [], messages: [], blobs: [blob("b"), blob("c")] });
    const storage = memoryStorage();
    const context = [{ role: "user", content: [image("stored:b")] }];
    const masks = JSON.stringify({ state: { masks: { m: { context } } }, version: 3.1 });
    await database.updateTexts([], () => ({ "mask-store": masks }));
    for (const time of [100, 100 + 15 * day]) await freeUnusedImages(database, storage, time);
    expect((await database.readBlobFacts()).map(({ id }) => id)).toEqual(["b"]);
  });

  test("stay while an image task uses them", async () => {
    await database.putAll({ sessions: [], messages: [], blobs: [blob("b"), blob("c")] });
    const storage = memoryStorage();
    const tasks = JSON.stringify({ state: { draw: [{ id: "t", img_data: "stored:b" }] }, version: 1 });
    await database.updateTexts([], () => ({ "sd-list": tasks }));
    for (const time of [100, 100 + 15 * day]) await freeUnusedImages(database, storage, time);
    expect((await database.readBlobFacts()).map(({ id }) => id)).toEqual(["b"]);
  });

  test("stay while they are attached to a draft", async () => {
    const sessions = [sampleSession({ id: "s1" }), sampleSession({ id: "s2" })];
    await database.putAll({ sessions, messages: [], blobs: [blob("b"), blob("c"), blob("d")] });
    const storage = memoryStorage();
    storage.setItem("unfinished-attachments-s1", JSON.stringify({ images: ["stored:b"], texts: [] }));
    const record = JSON.stringify({ text: "", images: ["stored:d"], texts: [], at: 1 });
    await database.updateTexts([], () => ({ "draft-s2": record }));
    await freeUnusedImages(database, storage, 100);
    await freeUnusedImages(database, storage, 100 + 15 * day);
    expect((await database.readBlobFacts()).map(({ id }) => id)).toEqual(["b", "d"]);
  });
});

test("media of a tool's result are stored as records; values that are not data URLs are skipped", async () => {
  const sound = "data:audio/wav;base64,UklGRg==";
  const kept = await storeToolMedia(
    [
      { type: "image/png", url: dataUrl },
      { type: "image/png", url: "https://elsewhere.test/pixel.png" },
      { type: "audio/wav", url: sound },
    ],
    false,
    context,
  );
  expect(kept.map(({ type }) => type)).toEqual(["image/png", "audio/wav"]);
  const read = await Promise.all(kept.map(({ url }) => database.readBlob(url.replace("stored:", ""))));
  expect(read.map((blob) => blob && dataUrlOfBlob(blob))).toEqual([dataUrl, sound]);
});
