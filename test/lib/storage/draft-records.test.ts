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
  undefined,
  "not JSON",
  "[]",
  '{"text":"a","images":[],"texts":[]}',
  '{"text":1,"images":[],"texts":[],"at":1}',
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

test("there may be no draft", () => {
  expect(newerDraft(undefined, undefined)).toBeUndefined();
});
