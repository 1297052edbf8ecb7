import fc from "fast-check";
import { mergeDocument } from "@/lib/import/merge-documents";

test("settings of the file win, and nothing empty replaces anything", () => {
  expect(
    mergeDocument("app-config", { fontSize: 18, theme: "dark" }, { fontSize: 20, theme: "", avatar: null }),
  ).toEqual({ fontSize: 20, theme: "dark" });
});

test("masks and prompts are added to those that are here", () => {
  const here = { masks: { a: { name: "mine" } }, language: "en" };
  const found = { masks: { a: { name: "theirs" }, b: { name: "new" } }, language: "cn", counter: 1 };
  expect(mergeDocument("mask-store", here, found)).toEqual({
    masks: { a: { name: "mine" }, b: { name: "new" } },
    language: "en",
    counter: 1,
  });
});

test("what was deleted here does not come back, and what stands here stays though the file has deleted it", () => {
  const here = { prompts: { a: { title: "mine" } }, deleted: { b: 5 }, counter: 1 };
  const found = { prompts: { b: { title: "old" }, c: { title: "new" } }, deleted: { a: 6, b: 4, d: 7 }, counter: 2 };
  expect(mergeDocument("prompt-store", here, found)).toEqual({
    prompts: { a: { title: "mine" }, c: { title: "new" } },
    deleted: { b: 5, d: 7 },
    counter: 1,
  });
});

test("the same file a second time changes nothing", () => {
  const ids = fc.constantFrom("a", "b", "c", "d");
  const stores = fc
    .tuple(fc.dictionary(ids, fc.record({ title: fc.string() })), fc.dictionary(ids, fc.nat()))
    .map(([prompts, deleted]) => ({
      prompts,
      deleted: Object.fromEntries(Object.entries(deleted).filter(([id]) => !(id in prompts))),
    }));
  fc.assert(
    fc.property(stores, stores, (here, found) => {
      const once = mergeDocument("prompt-store", here, found);
      expect(mergeDocument("prompt-store", once, found)).toEqual(once);
      expect(once).toMatchObject({ prompts: here.prompts });
      for (const id of Object.keys(here.deleted)) expect(once.prompts).not.toHaveProperty(id);
    }),
  );
});

test("a file that brings an address without a key does not get the key that is here", () => {
  const here = { openaiApiKey: "sk-mine", hosts: { openaiApiKey: "" } };
  const found = { openaiUrl: "https://elsewhere.test", openaiApiKey: "", hosts: { openaiApiKey: "elsewhere.test" } };
  expect(mergeDocument("access-control", here, found)).toEqual({
    openaiApiKey: "sk-mine",
    openaiUrl: "https://elsewhere.test",
    hosts: { openaiApiKey: "" },
  });
});

test("a key that the file brings belongs to the host that the file names", () => {
  const here = { openaiApiKey: "sk-mine", googleApiKey: "g", hosts: { openaiApiKey: "", googleApiKey: "" } };
  const found = { openaiApiKey: "sk-other", hosts: { openaiApiKey: "own.test" } };
  expect(mergeDocument("access-control", here, found)).toEqual({
    openaiApiKey: "sk-other",
    googleApiKey: "g",
    hosts: { googleApiKey: "", openaiApiKey: "own.test" },
  });
});

test("a document that is not here is taken as it is", () => {
  expect(mergeDocument("sync", undefined, { provider: "webdav" })).toEqual({ provider: "webdav" });
});

test("a key of live voice that is here stays, for the host for which it was entered, unless the file brings another", () => {
  const here = { realtimeConfig: { apiKey: "sk-here", provider: "OpenAI" } };
  const evil = { provider: "Azure", azure: { endpoint: "https://evil.example", deployment: "d" } };
  expect(mergeDocument("app-config", here, { realtimeConfig: evil })).toEqual({
    realtimeConfig: { ...evil, apiKey: "sk-here", apiKeyHost: "api.openai.com" },
  });
  const brought = { ...evil, apiKey: "az-file" };
  expect(mergeDocument("app-config", here, { realtimeConfig: brought })).toEqual({ realtimeConfig: brought });
  expect(mergeDocument("app-config", {}, { realtimeConfig: evil })).toEqual({ realtimeConfig: evil });
});

test("a password of the cloud that is here keeps its place and its way, unless the file brings another", () => {
  const webdav = { endpoint: "https://dav.test", username: "me", password: "secret" };
  const here = { provider: "webdav", useProxy: false, proxyUrl: "", webdav, upstash: { endpoint: "", apiKey: "" } };
  const evil = {
    useProxy: true,
    proxyUrl: "https://evil.test",
    webdav: { endpoint: "https://evil.test", username: "me", password: "" },
    upstash: { endpoint: "https://own.test", apiKey: "token" },
  };
  expect(mergeDocument("sync", here, evil)).toEqual({ ...here, upstash: evil.upstash });
  const brought = { ...evil, webdav: { ...evil.webdav, password: "theirs" } };
  expect(mergeDocument("sync", here, brought)).toEqual({ provider: "webdav", ...brought });
  expect(mergeDocument("sync", { ...here, webdav: { endpoint: "" } }, evil)).toEqual({ provider: "webdav", ...evil });
});

test("pictures that were ordered are only added, behind those that are here", () => {
  const here = { draw: [{ id: "a", status: "success" }], currentModel: { value: "core" } };
  const found = { draw: [{ id: "b" }, { id: "a", status: "error" }], currentModel: { value: "sd3" } };
  expect(mergeDocument("sd-list", here, found)).toEqual({
    draw: [{ id: "a", status: "success" }, { id: "b" }],
    currentModel: { value: "core" },
  });
});
