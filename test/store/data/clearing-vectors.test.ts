import "fake-indexeddb/auto";
import { putVectors, readVectors } from "@/lib/storage/stored-vectors";
import { endClearing } from "@/store/data/clearing";
import { memoryStorage } from "@/test/support/memory-storage";

const row = { document: "a", first: 0, passages: 1, model: "m", dimensions: 1, values: new ArrayBuffer(1) };
const clearing = { id: "c", isRestCleared: false };
const database = { noteClearing: async () => {} };
const databases = async () => (await indexedDB.databases()).map(({ name }) => name).sort();

const storage = memoryStorage();

test("clearing all data deletes the vectors, and creates no database for them", async () => {
  await endClearing(database, clearing, storage);
  expect(await databases()).toEqual(["parley-backups"]);
  await putVectors(row);
  storage.setItem("parley-embeddings", "{}");
  await endClearing(database, clearing, storage);
  expect((await readVectors(["a"], "m")).get("a")?.done).toBe(0);
  expect(storage.getItem("parley-embeddings")).toBeNull();
});
