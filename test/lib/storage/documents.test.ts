import { AppError } from "@/lib/errors";
import type { DocumentEntry } from "@/lib/storage/catalogue";
import { readDocument, setAsideDocument, storageError, writeDocument } from "@/lib/storage/documents";
import { memoryStorage } from "../../support/memory-storage";

const entry: DocumentEntry = {
  shape: "document",
  place: "localStorage",

  key: "thing",
  version: 2.1,
  migrations: [{ to: 2, name: "wrap it", migrate: (stored) => ({ wrapped: stored }) }],
};

function codeOf(act: () => void): string {
  try {
    act();
  } catch (thrown) {
    return thrown instanceof AppError ? thrown.code : "another error";
  }
  return "no error";
}

test.each([
  ["nothing", {}, { kind: "none" }],
  ["a document of this version", { thing: '{"state":{"a":1},"version":2.1}' }, { kind: "found", state: { a: 1 } }],
  ["an older document", { thing: '{"state":1,"version":1}' }, { kind: "found", state: { wrapped: 1 } }],
  ["a document between two migrations", { thing: '{"state":1,"version":2}' }, { kind: "found", state: 1 }],
  ["a document without a version", { thing: '{"state":1}' }, { kind: "found", state: { wrapped: 1 } }],
  ["a broken version", { thing: '{"state":1,"version":"new"}' }, { kind: "found", state: { wrapped: 1 } }],
  ["an infinite version", { thing: '{"state":1,"version":1e999}' }, { kind: "found", state: { wrapped: 1 } }],
  ["an envelope without a state", { thing: '{"version":2.1}' }, { kind: "unreadable", text: '{"version":2.1}' }],
  ["a newer document", { thing: '{"state":{"b":2},"version":2.2}' }, { kind: "newer", state: { b: 2 } }],
  ["text that is not JSON", { thing: '{"state":' }, { kind: "unreadable", text: '{"state":' }],
  ["an empty text", { thing: "" }, { kind: "unreadable", text: "" }],
  ["JSON that is not an envelope", { thing: "[1]" }, { kind: "unreadable", text: "[1]" }],
  ["a null", { thing: "null" }, { kind: "unreadable", text: "null" }],
])("reads %s", (_name, values, expected) => {
  expect(readDocument(entry, memoryStorage(values))).toEqual(expected);
});

test("a document is written with its version, and read back as it was", () => {
  const storage = memoryStorage();
  writeDocument(entry, storage, { a: [1, null, "two"] });
  expect([...storage.values]).toEqual([["thing", '{"state":{"a":[1,null,"two"]},"version":2.1,"writer":"parley"}']]);
  expect(readDocument(entry, storage)).toEqual({ kind: "found", state: { a: [1, null, "two"] } });
});

test("sets an unreadable text aside under another name and frees the document's key", () => {
  const storage = memoryStorage({ thing: "{broken" });
  setAsideDocument(entry, storage, "{broken", 99);
  expect([...storage.values]).toEqual([["thing.unreadable-99", "{broken"]]);
});

test("leaves an unreadable text in place if it cannot be set aside", () => {
  const storage = memoryStorage({ thing: "{broken" });
  storage.state = "full";
  expect(codeOf(() => setAsideDocument(entry, storage, "{broken", 99))).toBe("storage-full");
  expect([...storage.values]).toEqual([["thing", "{broken"]]);
});

test.each([
  ["full", "storage-full"],
  ["forbidden", "storage-unavailable"],
] as const)("writing to a %s storage fails with %s and changes nothing", (state, code) => {
  const storage = memoryStorage({ thing: "before" });
  storage.state = state;
  expect(codeOf(() => writeDocument(entry, storage, 1))).toBe(code);
  expect([...storage.values]).toEqual([["thing", "before"]]);
});

test("reading from a blocked storage fails with storage-unavailable", () => {
  const storage = memoryStorage({ thing: "1" });
  storage.state = "forbidden";
  expect(codeOf(() => readDocument(entry, storage))).toBe("storage-unavailable");
});

test.each([
  ["a full storage", new DOMException("", "QuotaExceededError"), "storage-full"],
  ["a forbidden storage", new DOMException("", "SecurityError"), "storage-unavailable"],
  ["an error with only the name", new Error("QuotaExceededError"), "storage-unavailable"],
  ["something else", "text", "storage-unavailable"],
])("classifies %s and keeps the cause", (_name, thrown, code) => {
  const error = storageError(thrown);
  expect(error.code).toBe(code);
  expect(error.cause).toBe(thrown);
});
