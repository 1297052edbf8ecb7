import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { openDB } from "idb";
import {
  clearVectors,
  deleteOtherVectors,
  measureVectors,
  putVectors,
  readVectors,
  type VectorRow,
} from "@/lib/storage/stored-vectors";

beforeEach(() => Object.assign(globalThis, { indexedDB: new IDBFactory() }));

const bytes = (...values: readonly number[]) => Int8Array.from(values).buffer;
const row = (change: Partial<VectorRow> = {}): VectorRow => ({
  document: "a",
  first: 0,
  passages: 3,
  model: "m",
  dimensions: 2,
  values: bytes(1, 2, 3, 4),
  ...change,
});
const none = { dimensions: 0, values: new Int8Array(), done: 0, passages: 0 };

test("rows of a document are joined, and other models and documents have none", async () => {
  await putVectors(row({ first: 2, values: bytes(-5, 6) }));
  await putVectors(row());
  await putVectors(row({ document: "ab", passages: 2 }));
  const values = Int8Array.of(1, 2, 3, 4, -5, 6);
  expect(await readVectors(["a", "b"], "m")).toEqual(
    new Map([
      ["a", { dimensions: 2, values, done: 3, passages: 3 }],
      ["b", none],
    ]),
  );
  expect(await readVectors(["a"], "other")).toEqual(new Map([["a", none]]));
  expect(await measureVectors()).toBe(10);
});

test.each([
  ["a missing row", row({ first: 3, passages: 5 })],
  ["another length", row({ first: 2, dimensions: 1, values: bytes(1) })],
  ["another number of passages", row({ first: 2, passages: 4, values: bytes(1, 2) })],
  ["no bytes", { ...row({ first: 2 }), values: [1, 2] as unknown as ArrayBuffer }],
])("the passages before %s count", async (_, second) => {
  await putVectors(row());
  await putVectors(second);
  const joined = { dimensions: 2, values: Int8Array.of(1, 2, 3, 4), done: 2, passages: 3 };
  expect(await readVectors(["a"], "m")).toEqual(new Map([["a", joined]]));
});

test("an unknown row is not read", async () => {
  await putVectors(row());
  const database = await openDB("parley-vectors");
  await database.put("vectors", { document: "a", first: 0, values: "?" });
  database.close();
  expect(await readVectors(["a"], "m")).toEqual(new Map([["a", none]]));
  expect(await measureVectors()).toBe(0);
});

test("vectors are deleted with their document, or all of them", async () => {
  await putVectors(row());
  await putVectors(row({ document: "b" }));
  await deleteOtherVectors((id) => id === "b");
  expect([(await readVectors(["a"], "m")).get("a")?.done, (await readVectors(["b"], "m")).get("b")?.done]).toEqual([
    0, 2,
  ]);
  await clearVectors();
  expect(await measureVectors()).toBe(0);
});
