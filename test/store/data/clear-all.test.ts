import "fake-indexeddb/auto";
import { type Database, openDatabase } from "@/lib/storage/database";
import { clearAllData } from "@/store/data/data";
import { createRecords } from "@/store/records/records";
import { sampleRecord } from "../../support/chat-samples";
import { fakeEnvironment } from "../../support/fake-environment";
import { memoryStorage } from "../../support/memory-storage";

const records = createRecords();
const { journal } = records;
const context = { env: fakeEnvironment(), records };

let database: Database;
const steps: string[] = [];
const otherTabs = { tellChanged() {}, tellCleared: () => void steps.push("told"), takeOver() {} };

beforeAll(async () => {
  Object.assign(globalThis, { localStorage: memoryStorage(), sessionStorage: { clear() {} } });
  database = await openDatabase(() => {});
  journal.open(database, { onFailure: (error) => steps.push(error.code), onRecovery() {} });
});
afterAll(() => database.close());

async function write(id: string): Promise<void> {
  journal.noteMessage(sampleRecord({ id, sessionId: "s", seq: 1 }));
  await journal.flush();
}

// In this order: what is cleared once is cleared for good.
test("if the chats cannot be cleared, later writes are stored as before", async () => {
  const clear = () => Promise.reject(new Error("The disk failed."));
  records.open({ database: { ...database, clear }, otherTabs });
  await expect(clearAllData(context)).rejects.toThrow("The disk failed.");
  await write("later");
  expect((await database.readIds()).messages).toEqual(["later"]);
  expect(steps).toEqual([]);
});

test("notifies other tabs first, and clears what was written meanwhile as well", async () => {
  const clear: Database["clear"] = async (clearing) => {
    await database.clear(clearing);
    await write("meanwhile");
    steps.push("cleared");
  };
  const noteClearing: Database["noteClearing"] = async (clearing) => {
    steps.push("rest cleared");
    await database.noteClearing(clearing);
  };
  records.open({ database: { ...database, clear, noteClearing }, otherTabs });
  await clearAllData(context);
  expect((await database.readIds()).messages).toEqual([]);
  expect(steps).toEqual(["cleared", "told", "cleared", "rest cleared"]);
});
