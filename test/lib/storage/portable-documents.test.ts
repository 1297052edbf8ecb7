import { readPortableDocuments, updatePortableDocuments } from "@/lib/storage/portable-documents";
import { memoryStorage } from "../../support/memory-storage";
import { memoryTexts } from "../../support/memory-texts";

const configText = '{"version":4.1,"state":{"fontSize":18}}';
const promptText = '{"version":3,"state":{"counter":1}}';

test("reads documents of both storages with their versions, and skips other texts", async () => {
  const storage = memoryStorage({ "app-config": configText, "model-lists": '{"version":1,"state":{}}' });
  const texts = memoryTexts({ "prompt-store": promptText, "mask-store": "no json" });
  expect(await readPortableDocuments({ storage, texts })).toEqual({
    "app-config": { version: 4.1, state: { fontSize: 18 } },
    "prompt-store": { version: 3, state: { counter: 1 } },
  });
});

test("a change gets the stored documents; each one is written to its storage with its version", async () => {
  const storage = memoryStorage({ "app-config": configText });
  const texts = memoryTexts({ "prompt-store": promptText });
  await updatePortableDocuments({ storage, texts }, (here) => ({
    "app-config": { before: here["prompt-store"]?.state },
    "prompt-store": { before: here["app-config"]?.state },
    ...{ "chat-state": {}, constructor: {}, lang: "ar" },
  }));
  expect([...storage.values]).toEqual([
    ["app-config", '{"state":{"before":{"counter":1}},"version":4.1,"writer":"parley"}'],
  ]);
  expect([...texts.values]).toEqual([["prompt-store", '{"state":{"before":{"fontSize":18}},"version":3}']]);
});

const states = { "app-config": { fontSize: 20 }, "prompt-store": { counter: 9 }, sync: { provider: "webdav" } };

test("a full localStorage leaves everything unchanged", async () => {
  const storage = memoryStorage({ "app-config": configText });
  const texts = memoryTexts({ "prompt-store": promptText });
  const full = {
    ...storage,
    setItem(key: string, value: string) {
      if (key === "sync") throw new DOMException("full", "QuotaExceededError");
      storage.setItem(key, value);
    },
  };
  const update = updatePortableDocuments({ storage: full, texts }, () => states);
  await expect(update).rejects.toMatchObject({ code: "storage-full" });
  expect([...storage.values]).toEqual([["app-config", configText]]);
  expect([...texts.values]).toEqual([["prompt-store", promptText]]);
});

test("a full database leaves everything unchanged", async () => {
  const storage = memoryStorage({ "app-config": configText });
  const texts = memoryTexts({ "prompt-store": promptText });
  texts.state = "full";
  await expect(updatePortableDocuments({ storage, texts }, () => states)).rejects.toMatchObject({
    code: "storage-full",
  });
  expect([...storage.values]).toEqual([["app-config", configText]]);
  expect([...texts.values]).toEqual([["prompt-store", promptText]]);
});
