import "fake-indexeddb/auto";
import { type Database, openDatabase } from "@/lib/storage/database";
import { clearAllData } from "@/store/data/data";
import { journal } from "@/store/records/journal";
import { setStorage } from "@/store/records/storage-handle";
import { sampleRecord } from "../../support/chat-samples";
import { memoryStorage } from "../../support/memory-storage";

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
test("where the chats cannot be cleared, what is written afterwards is stored as before", async () => {
  const clear = () => Promise.reject(new Error("The disk failed."));
  setStorage({ database: { ...database, clear }, otherTabs });
  await expect(clearAllData()).rejects.toThrow("The disk failed.");
  await write("later");
  expect((await database.readIds()).messages).toEqual(["later"]);
  expect(steps).toEqual([]);
});

test("other tabs hear of it before the rest goes, and what was written meanwhile goes as well", async () => {
  const clear: Database["clear"] = async (clearing) => {
    await database.clear(clearing);
    await write("meanwhile");
    steps.push("cleared");
  };
  const noteClearing: Database["noteClearing"] = async (clearing) => {
    steps.push("rest cleared");
    await database.noteClearing(clearing);
  };
  setStorage({ database: { ...database, clear, noteClearing }, otherTabs });
  await clearAllData();
  expect((await database.readIds()).messages).toEqual([]);
  expect(steps).toEqual(["cleared", "told", "cleared", "rest cleared"]);
});
