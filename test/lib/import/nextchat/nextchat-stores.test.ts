import { importText, outlineOf } from "../../../support/import-samples";

const sessions = [{ id: "one", messages: [{ id: "m", role: "user", content: "Hi" }] }];
const chats = { state: { sessions }, version: 3.3 };
const access = { state: { accessCode: "sesame" }, version: 2 };
const texts = { "chat-next-web-store": JSON.stringify(chats), "access-control": JSON.stringify(access), lang: "en" };

test.each<[string, unknown]>([
  ["by key, as texts", texts],
  ["by key, as objects", { "chat-next-web-store": chats, "access-control": access }],
  [
    "by key, the state as text",
    { "chat-next-web-store": { state: JSON.stringify(chats.state), version: 3.3 }, "access-control": access },
  ],
  ["as pairs", Object.entries(texts)],
  ["as objects with key and value", Object.entries(texts).map(([key, value]) => ({ key, value }))],
  ["below the names of database and store", { "keyval-store": { keyval: texts } }],
  ["as pairs below the name of the store", { keyval: Object.entries(texts) }],
  ["of both storages", { localStorage: { "chat-next-web-store": "old" }, indexedDB: { keyval: texts } }],
  [
    "of both storages, in reverse order",
    { indexedDB: { keyval: texts }, localStorage: { "chat-next-web-store": "old" } },
  ],
  ["as JSON text once more", JSON.stringify(texts)],
])("reads raw browser storage in the form: %s", (_name, file) => {
  const read = importText(JSON.stringify(file));
  expect(read.format).toBe("nextchat");
  expect(outlineOf(read)).toEqual({ one: ["user: Hi"] });
  expect(read.documents).toMatchObject({ "access-control": { accessCode: "sesame" } });
  expect(read.notUnderstood).toEqual([]);
});

const withDraft = { ...texts, "unfinished-input-one": "half a thought" };

test.each<[string, unknown]>([
  ["by key", withDraft],
  ["as pairs", Object.entries(withDraft)],
  ["as objects with key and value", Object.entries(withDraft).map(([key, value]) => ({ key, value }))],
  ["below the names of database and store", { "keyval-store": { keyval: withDraft } }],
  ["of both storages", { localStorage: { "unfinished-input-one": "half a thought" }, indexedDB: { keyval: texts } }],
  ["as JSON text once more", JSON.stringify(withDraft)],
])("reads a draft from raw browser storage in the form: %s", (_name, file) => {
  expect(importText(JSON.stringify(file)).chats).toMatchObject([{ session: { id: "one" }, draft: "half a thought" }]);
});

test("parses a chat's timestamp that is a text of digits", () => {
  const dated = [{ ...sessions[0], lastUpdate: "1731622400000" }];
  const read = importText(JSON.stringify({ ...texts, "chat-next-web-store": { state: { sessions: dated } } }));
  expect(read.chats[0]?.session.lastUpdate).toBe(1_731_622_400_000);
});

test.each([
  ["a list", []],
  ["null", null],
  ["a number", 7],
])("reports a store whose state is %s", (_name, state) => {
  const read = importText(JSON.stringify({ ...texts, "access-control": { state, version: 2 } }));
  expect(read.notUnderstood).toEqual([{ where: "access-control", reason: "wrong-shape" }]);
});

test.each<[string, unknown]>([
  ["a list", []],
  ["null", null],
  ["a number", 7],
  ["true", true],
  ["a text that is not JSON", "half"],
  ["a text of a list", "[]"],
  ["a text that ends early", JSON.stringify(access).slice(0, -5)],
  ["a text that nests too deep", `${"[".repeat(500)}${"]".repeat(500)}`],
])("reports a store that is %s, and reads the others", (_name, broken) => {
  const read = importText(JSON.stringify({ ...texts, "access-control": broken, ["k".repeat(1_000_000)]: broken }));
  expect(outlineOf(read)).toEqual({ one: ["user: Hi"] });
  expect(read.documents).toEqual({});
  expect(read.notUnderstood).toEqual([{ where: "access-control", reason: "wrong-shape" }]);
});

test("reads the other stores if the chats are invalid", () => {
  const read = importText(
    JSON.stringify({ ...texts, "chat-next-web-store": texts["chat-next-web-store"].slice(0, 40) }),
  );
  expect(read.chats).toEqual([]);
  expect(read.documents).toMatchObject({ "access-control": { accessCode: "sesame" } });
  expect(read.notUnderstood).toEqual([{ where: "chat-next-web-store", reason: "wrong-shape" }]);
});

test.each<[string, unknown]>([
  ["the names of its settings alone", { app: { sync: { state: {} }, "app-config": { theme: "dark" } } }],
  ["sessions somewhere inside", { data: { state: { sessions: [{ id: "one", messages: [] }] } } }],
  ["a list of other entries", [["sync", {}]]],
])("does not recognize another program's file with %s as NextChat's", (_name, file) => {
  expect(() => importText(JSON.stringify(file))).toThrow("unknown-format");
});
