import fc from "fast-check";
import { mergeDocument } from "@/lib/import/merge-documents";
import { withoutCredentials } from "@/lib/settings/without-credentials";

test("uses the file's settings, but no empty ones", () => {
  expect(
    mergeDocument("app-config", { fontSize: 18, theme: "dark" }, { fontSize: 20, theme: "", avatar: null }),
  ).toEqual({ fontSize: 20, theme: "dark" });
});

test("adds the file's masks and prompts to the existing ones", () => {
  const here = { masks: { a: { name: "mine" } }, language: "en" };
  const found = { masks: { a: { name: "theirs" }, b: { name: "new" } }, language: "cn", counter: 1 };
  expect(mergeDocument("mask-store", here, found)).toEqual({
    masks: { a: { name: "mine" }, b: { name: "new" } },
    language: "en",
    counter: 1,
  });
});

test("does not restore local deletions or apply deletions of the file to existing entries", () => {
  const here = { prompts: { a: { title: "mine" } }, deleted: { b: 5 }, counter: 1 };
  const found = { prompts: { b: { title: "old" }, c: { title: "new" } }, deleted: { a: 6, b: 4, d: 7 }, counter: 2 };
  expect(mergeDocument("prompt-store", here, found)).toEqual({
    prompts: { a: { title: "mine" }, c: { title: "new" } },
    deleted: { b: 5, d: 7 },
    counter: 1,
  });
});

test("importing the same file twice changes nothing more", () => {
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

test("does not send the existing key to an address that a file brings without a key @I8.5", () => {
  const here = { openaiApiKey: "sk-mine", hosts: { openaiApiKey: "" } };
  const found = { openaiUrl: "https://elsewhere.test", openaiApiKey: "", hosts: { openaiApiKey: "elsewhere.test" } };
  expect(mergeDocument("access-control", here, found)).toEqual({
    openaiApiKey: "sk-mine",
    openaiUrl: "https://elsewhere.test",
    hosts: { openaiApiKey: "" },
  });
});

test("binds a key of the file to the host that the file names", () => {
  const here = { openaiApiKey: "sk-mine", googleApiKey: "g", hosts: { openaiApiKey: "", googleApiKey: "" } };
  const found = { openaiApiKey: "sk-other", hosts: { openaiApiKey: "own.test" } };
  expect(mergeDocument("access-control", here, found)).toEqual({
    openaiApiKey: "sk-other",
    googleApiKey: "g",
    hosts: { googleApiKey: "", openaiApiKey: "own.test" },
  });
});

test("uses the file's document if there is no existing one", () => {
  expect(mergeDocument("sync", undefined, { provider: "webdav" })).toEqual({ provider: "webdav" });
});

test("keeps an existing live-voice key, for the host it was entered for, unless the file has another key", () => {
  const here = { realtimeConfig: { apiKey: "sk-here", provider: "OpenAI" } };
  const evil = { provider: "Azure", azure: { endpoint: "https://evil.example", deployment: "d" } };
  expect(mergeDocument("app-config", here, { realtimeConfig: evil })).toEqual({
    realtimeConfig: { ...evil, apiKey: "sk-here", apiKeyHost: "api.openai.com" },
  });
  const brought = { ...evil, apiKey: "az-file" };
  expect(mergeDocument("app-config", here, { realtimeConfig: brought })).toEqual({ realtimeConfig: brought });
  expect(mergeDocument("app-config", {}, { realtimeConfig: evil })).toEqual({ realtimeConfig: evil });
});

test("keeps an existing key of a search engine, for the host it was entered for, unless the file has another key", () => {
  const here = { searchConfig: { engine: "Tavily", apiKey: "tvly-here", apiKeyHost: "api.tavily.com" } };
  const evil = { engine: "Tavily", address: "https://evil.example", apiKeyHost: "evil.example" };
  expect(mergeDocument("app-config", here, { searchConfig: evil })).toEqual({
    searchConfig: { ...evil, apiKey: "tvly-here", apiKeyHost: "api.tavily.com" },
  });
  const brought = { ...evil, apiKey: "tvly-file" };
  expect(mergeDocument("app-config", here, { searchConfig: brought })).toEqual({ searchConfig: brought });
});

test("keeps an existing sync password with its address and proxy, unless the file has another password", () => {
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
  const bucket = { endpoint: "https://s3.test", accessKeyId: "id", secretAccessKey: "secret" };
  const elsewhere = {
    s3: { endpoint: "https://evil.test", accessKeyId: "id" },
    useProxy: true,
    proxyUrl: "https://evil.test",
  };
  expect(mergeDocument("sync", { s3: bucket, useProxy: false, proxyUrl: "" }, elsewhere)).toEqual({
    s3: bucket,
    useProxy: false,
    proxyUrl: "",
  });
});

test("only appends image tasks to the existing ones", () => {
  const here = { draw: [{ id: "a", status: "success" }], currentModel: { value: "core" } };
  const found = { draw: [{ id: "b" }, { id: "a", status: "error" }], currentModel: { value: "sd3" } };
  expect(mergeDocument("sd-list", here, found)).toEqual({
    draw: [{ id: "a", status: "success" }, { id: "b" }],
    currentModel: { value: "core" },
  });
});

test("former settings of a sync belong to one device: no file brings them, and none without credentials has them", () => {
  const formerSync = { joined: "x", settings: { webdav: { endpoint: "https://evil.test" } } };
  const here = { formerSync: { joined: "y", settings: {} }, isAutomatic: true };
  expect(mergeDocument("sync", here, { formerSync })).toEqual(here);
  expect(mergeDocument("sync", {}, { formerSync })).toEqual({});
  expect(withoutCredentials({ formerSync, isAutomatic: true })).toEqual({ isAutomatic: true });
});
