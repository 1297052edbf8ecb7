import { readLocalDraft, removeLocalDraft, writeLocalDraft } from "@/lib/storage/local-drafts";
import { memoryStorage } from "../../support/memory-storage";

const draft = { text: "Why ", images: ["stored:b1"], texts: ["A log"] };

test("a draft is stored under the keys of its chat, the text as NextChat stores it", () => {
  const storage = memoryStorage();
  writeLocalDraft(storage, "s1", { draft, at: 7 });
  writeLocalDraft(storage, "s2", { draft: { text: "", images: [], texts: [] }, at: 8 });
  expect(Object.fromEntries(storage.values)).toEqual({
    "unfinished-input-s1": "Why ",
    "unfinished-attachments-s1": '{"images":["stored:b1"],"texts":["A log"],"at":7}',
    "unfinished-input-s2": "",
    "unfinished-attachments-s2": '{"images":[],"texts":[],"at":8}',
  });
  expect(readLocalDraft(storage, "s1")).toEqual({ draft, at: 7 });
  expect(readLocalDraft(storage, "s2")).toEqual({ draft: { text: "", images: [], texts: [] }, at: 8 });
  removeLocalDraft(storage, "s1");
  expect(readLocalDraft(storage, "s1")).toBeUndefined();
  expect([...storage.values.keys()]).toEqual(["unfinished-input-s2", "unfinished-attachments-s2"]);
});

test("a draft that was typed before the record was read says so", () => {
  const storage = memoryStorage();
  writeLocalDraft(storage, "s1", { draft, at: 7, isUnmerged: true });
  expect(storage.getItem("unfinished-attachments-s1")).toBe(
    '{"images":["stored:b1"],"texts":["A log"],"at":7,"isUnmerged":true}',
  );
  expect(readLocalDraft(storage, "s1")).toEqual({ draft, at: 7, isUnmerged: true });
});

test("if the text does not fit, the earlier draft keeps its time", () => {
  const storage = memoryStorage();
  writeLocalDraft(storage, "s1", { draft, at: 7 });
  storage.state = "full";
  expect(() => writeLocalDraft(storage, "s1", { draft: { ...draft, text: "longer" }, at: 8 })).toThrow("No room left.");
  expect(storage.writes.slice(2)).toEqual([["unfinished-input-s1", "longer"]]);
});

test.each([
  null,
  "no JSON",
  "[]",
  '{"images":[1],"texts":[]}',
  '{"images":["stored:b1"]}',
  '{"images":[],"texts":[],"at":"1"}',
  '{"images":[],"texts":[],"at":1e999}',
  '{"images":[],"texts":[],"isUnmerged":true}',
])("a text stays without its attachments if they are %s", (stored) => {
  const storage = memoryStorage({ "unfinished-input-s1": "When" });
  if (stored !== null) storage.setItem("unfinished-attachments-s1", stored);
  expect(readLocalDraft(storage, "s1")).toEqual({ draft: { text: "When", images: [], texts: [] } });
});

test("a text that NextChat has deleted leaves no draft, unless there are attachments", () => {
  const storage = memoryStorage({
    "unfinished-attachments-s1": '{"images":[],"texts":[],"at":7}',
    "unfinished-attachments-s2": '{"images":["stored:b1"],"texts":[],"at":7}',
  });
  expect(readLocalDraft(storage, "s1")).toBeUndefined();
  expect(readLocalDraft(storage, "s2")).toEqual({ draft: { text: "", images: ["stored:b1"], texts: [] }, at: 7 });
});
