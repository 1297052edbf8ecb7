import { readPortableDocuments, writePortableDocuments } from "@/lib/storage/portable-documents";
import { memoryStorage } from "../../support/memory-storage";

test("documents are read with their versions; what is none is left out", () => {
  const storage = memoryStorage({
    "app-config": '{"version":4.1,"state":{"fontSize":18}}',
    "mask-store": "no json",
    "model-lists": '{"version":1,"state":{}}',
  });
  expect(readPortableDocuments(storage)).toEqual({ "app-config": { version: 4.1, state: { fontSize: 18 } } });
});

test("documents are written with the versions of their shapes; keys of none are passed over", () => {
  const storage = memoryStorage({});
  writePortableDocuments(storage, { "prompt-store": { counter: 1 }, "chat-state": {}, constructor: {}, lang: "ar" });
  expect(storage.getItem("prompt-store")).toBe('{"state":{"counter":1},"version":3}');
  for (const key of ["chat-state", "constructor", "lang"]) expect(storage.getItem(key)).toBeNull();
});

test("where one finds no room all are as before", () => {
  const storage = memoryStorage({ "app-config": '{"version":4.1,"state":{"fontSize":18}}' });
  const full = {
    ...storage,
    setItem(key: string, value: string) {
      if (key === "mask-store") throw new DOMException("full", "QuotaExceededError");
      storage.setItem(key, value);
    },
  };
  const states = { "app-config": { fontSize: 20 }, "prompt-store": {}, "mask-store": {} };
  expect(() => writePortableDocuments(full, states)).toThrow(expect.objectContaining({ code: "storage-full" }));
  expect(storage.getItem("app-config")).toBe('{"version":4.1,"state":{"fontSize":18}}');
  expect(storage.getItem("prompt-store")).toBeNull();
});
