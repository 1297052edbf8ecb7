import { draftText, newerDraft, parseDraftText } from "@/lib/storage/draft-records";

const draft = (text: string) => ({ text, images: [], texts: [] });
const local = { draft: draft("local"), at: 5 };
const withoutTime = { draft: draft("local") };
const empty = { draft: draft(""), at: 5 };

test("loads a draft unchanged", () => {
  const whole = { text: "Why ", images: ["stored:b1"], texts: ["A log"] };
  expect(parseDraftText(draftText(whole, 7))).toEqual({ draft: whole, at: 7 });
});

test.each([
  ['{"text":"","images":[],"texts":[],"at":0}', { draft: draft(""), at: 0 }],
  [
    ' {"at":-1.5,"texts":["b"],"images":["a"],"text":"Why","more":{},"isUnmerged":true,"__proto__":1} ',
    { draft: { text: "Why", images: ["a"], texts: ["b"] }, at: -1.5 },
  ],
])("%s is a draft; unknown fields are dropped", (text, expected) => {
  expect(parseDraftText(text)).toStrictEqual(expected);
});

test.each([
  undefined,
  "",
  "not JSON",
  "null",
  "[]",
  '"{}"',
  '{"text":"a","images":[],"texts":[]}',
  '{"text":1,"images":[],"texts":[],"at":1}',
  '{"images":[],"texts":[],"at":1}',
  '{"text":"a","images":[],"texts":[],"at":"1"}',
  '{"text":"a","images":[],"texts":[],"at":1e999}',
  '{"text":"a","images":[],"texts":[],"at":null}',
  '{"text":"a","images":{},"texts":[],"at":1}',
  '{"text":"a","images":[1],"texts":[],"at":1}',
  '{"text":"a","images":[],"texts":[["b"]],"at":1}',
  '[{"text":"a","images":[],"texts":[],"at":1}]',
])("%s is not a draft", (text) => {
  expect(parseDraftText(text)).toBeUndefined();
});

test.each([
  ["only localStorage has one", local, undefined, "local"],
  ["only the database has one", undefined, { draft: draft("record"), at: 1 }, "record"],
  ["localStorage is behind, as after a kill", local, { draft: draft("record"), at: 6 }, "record"],
  ["localStorage is behind and the message was sent", local, { draft: draft(""), at: 6 }, ""],
  ["the database is behind, as when a tab closes during a write", local, { draft: draft("record"), at: 4 }, "local"],
  ["the message was sent and the tab closed during the write", empty, { draft: draft("record"), at: 4 }, ""],
  ["NextChat has changed the text since both were written", local, { draft: draft("record"), at: 5 }, "local"],
  ["NextChat has stored a text where the draft was sent", withoutTime, { draft: draft(""), at: 5 }, "local"],
  ["an earlier version's text is behind", withoutTime, { draft: draft("record"), at: 5 }, "record"],
])("if %s, the newer draft counts", (_, inStorage, record, text) => {
  expect(newerDraft(inStorage, record)?.draft.text).toBe(text);
});

const unmerged = { draft: { text: "typed", images: ["stored:b2"], texts: [] }, at: 5, isUnmerged: true };

test.each([
  ["an older record is merged with it", 4, { draft: { text: "record\n\ntyped", images: ["stored:b2"], texts: [] } }],
  ["a record of the same time contains it", 5, { draft: draft("record"), at: 5 }],
  ["a newer record contains it", 6, { draft: draft("record"), at: 6 }],
])("if a draft was typed before the record was read, %s", (_, at, expected) => {
  expect(newerDraft(unmerged, { draft: draft("record"), at })).toEqual(expected);
});

test.each([
  ["an older empty record does not change it", 4, unmerged],
  ["a newer empty record replaces it: the message was sent", 6, { draft: draft(""), at: 6 }],
])("if a draft was typed before the record was read, %s", (_, at, expected) => {
  expect(newerDraft(unmerged, { draft: draft(""), at })).toEqual(expected);
});

test("an empty box does not replace a record that was not read", () => {
  expect(newerDraft({ ...empty, isUnmerged: true }, { draft: draft("record"), at: 4 })).toEqual({
    draft: draft("record"),
  });
});

test("there may be no draft", () => {
  expect(newerDraft(undefined, undefined)).toBeUndefined();
});
