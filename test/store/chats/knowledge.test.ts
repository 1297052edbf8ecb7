import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { sha256Hex } from "@/lib/providers/sha256";
import { textOfBlob } from "@/lib/storage/blobs";
import { type Database, openDatabase } from "@/lib/storage/database";
import { withStoredDocuments } from "@/store/chats/document-texts";
import { addFilesToKnowledge, readKnowledgeOf, storeKnowledge } from "@/store/chats/knowledge";
import { freeUnusedImages, unusedImagesKey } from "@/store/chats/unused-images";
import { createRecords, type TabContext } from "@/store/records/records";
import { sampleSession } from "../../support/chat-samples";
import { sampleMask } from "../../support/mask-samples";
import { memoryStorage } from "../../support/memory-storage";

let database: Database;
let context: TabContext;
const otherTabs = { tellChanged() {}, tellCleared() {}, takeOver() {} };
const ferry = "## Page 1\n\nThe ferry takes forty minutes.";
const bread = "Bread is baked at four.";

beforeEach(async () => {
  Object.assign(globalThis, { indexedDB: new IDBFactory() });
  database = await openDatabase(() => {});
  context = { env: browserEnvironment, records: createRecords() };
  context.records.open({ database, otherTabs });
});
afterEach(() => database.close());

async function storeBoth(): Promise<string> {
  const files = [
    { name: "ferry.pdf", text: ferry },
    { name: "bread.txt", text: bread },
  ];
  const { documents } = await addFilesToKnowledge([], files, context);
  return (await storeKnowledge(documents, context)) ?? "";
}

test("stores the documents of a mask and their list", async () => {
  const knowledge = await storeBoth();
  expect(await readKnowledgeOf(knowledge, context)).toEqual([
    { id: sha256Hex(ferry), name: "ferry.pdf", pages: 1, tokens: 14, chars: ferry.length },
    { id: sha256Hex(bread), name: "bread.txt", pages: 0, tokens: 7, chars: bread.length },
  ]);
  const blob = await database.readBlob(sha256Hex(ferry));
  expect(blob && textOfBlob(blob)).toBe(ferry);
  expect(await storeKnowledge([], context)).toBeUndefined();
  expect(await readKnowledgeOf(undefined, context)).toEqual([]);
  expect(await readKnowledgeOf(`stored:${"0".repeat(64)}`, context)).toEqual([]);
});

test("the original of a PDF is stored with its text", async () => {
  const original = new Blob(["%PDF-1.7"], { type: "application/pdf" });
  const { documents } = await addFilesToKnowledge([], [{ name: "ferry.pdf", text: ferry, original }], context);
  const file = sha256Hex("%PDF-1.7");
  expect(documents).toEqual([
    { id: sha256Hex(ferry), name: "ferry.pdf", pages: 1, tokens: 14, chars: ferry.length, file },
  ]);
  const knowledge = await storeKnowledge(documents, context);
  expect(await readKnowledgeOf(knowledge, context)).toEqual(documents);
  expect((await database.readBlob(file))?.type).toBe("application/pdf");
  const mask = sampleMask({ id: "m", knowledge: knowledge ?? "" });
  await database.putAll({ sessions: [sampleSession({ id: "s1", mask })], messages: [] });
  const storage = memoryStorage();
  await freeUnusedImages(database, storage, 100);
  expect(Object.keys(JSON.parse(storage.getItem(unusedImagesKey) ?? "").since)).toEqual([]);
});

test("a question is sent with passages of the mask's documents", async () => {
  jest.spyOn(console, "warn").mockImplementation(() => {});
  const question = { role: "user", content: "How long does the ferry to the island take?" } as const;
  const model = { model: "gpt-4o", providerName: "OpenAI" };
  const [sent] = await withStoredDocuments([question], { thread: [], model, knowledge: [await storeBoth()] }, context);
  expect(sent?.content).toContain(
    "Passages of attached documents:\n\n[ferry.pdf, p. 1]\nThe ferry takes forty minutes.",
  );
});

test("documents of masks and chats are not deleted", async () => {
  const knowledge = await storeBoth();
  const storage = memoryStorage();
  await freeUnusedImages(database, storage, 100);
  const unused = () => Object.keys(JSON.parse(storage.getItem(unusedImagesKey) ?? "").since);
  expect(unused()).toHaveLength(3);
  const mask = sampleMask({ id: "m", knowledge });
  await database.putAll({ sessions: [sampleSession({ id: "s1", mask })], messages: [] });
  await freeUnusedImages(database, storage, 100 + 24 * 60 * 60_000);
  expect(unused()).toEqual([]);
});
