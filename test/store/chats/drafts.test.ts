/** @jest-environment jsdom */
import type { Draft } from "@/lib/chat/draft";
import { useUi } from "@/store/base/ui";
import { createDrafts, forgetDraft, keepLastInput, readLastInput } from "@/store/chats/drafts";

const image = (url: string) => ({ type: "image_url" as const, image_url: { url } });

/** What a page that opens the chat finds. */
function reopened(sessionId: string): Draft | undefined {
  const store = createDrafts();
  store.getState().open(sessionId);
  return store.getState().drafts[sessionId];
}

let drafts = createDrafts();
function write(sessionId: string, draft: Partial<Draft>): void {
  drafts.getState().open(sessionId);
  drafts.getState().change(sessionId, () => draft);
  drafts.getState().save(sessionId);
}

beforeEach(() => {
  localStorage.clear();
  useUi.setState(useUi.getInitialState(), true);
  drafts = createDrafts();
});

test("what is left in each chat is kept under its keys, the text under the specification's (§2.4), until it is sent", () => {
  write("s1", { text: "When is " });
  write("s2", { text: "Why ", images: ["stored:b1", "stored:b2"], texts: ["A log"] });
  write("s1", { text: "When is low tide?" });
  expect({ ...localStorage }).toEqual({
    "unfinished-input-s1": "When is low tide?",
    "unfinished-input-s2": "Why ",
    "unfinished-attachments-s2": '{"images":["stored:b1","stored:b2"],"texts":["A log"]}',
  });
  expect(reopened("s2")).toEqual({ text: "Why ", images: ["stored:b1", "stored:b2"], texts: ["A log"] });
  drafts.getState().clear("s2");
  expect(drafts.getState().drafts.s2).toEqual({ text: "", images: [], texts: [] });
  // A page that goes away now has not lost what was being sent.
  expect(reopened("s2")).toEqual({ text: "Why ", images: ["stored:b1", "stored:b2"], texts: ["A log"] });
  drafts.getState().save("s2");
  expect({ ...localStorage }).toEqual({ "unfinished-input-s1": "When is low tide?" });
});

test("nothing is kept of an empty draft, and forgetting it does no harm", () => {
  write("s1", { text: "When" });
  write("s1", { text: "" });
  forgetDraft("s1");
  expect(localStorage).toHaveLength(0);
});

test.each(["no JSON", "[]", '{"images":[1],"texts":[]}', '{"images":["stored:b1"]}'])(
  "attachments that cannot be read (%s) are none, and the text stays",
  (stored) => {
    localStorage.setItem("unfinished-input-s1", "When");
    localStorage.setItem("unfinished-attachments-s1", stored);
    expect(reopened("s1")).toEqual({ text: "When", images: [], texts: [] });
  },
);

test("a draft that the full storage does not take is reported, and the earlier one stays", () => {
  write("s1", { text: "short" });
  write("s1", { text: "x".repeat(6_000_000) });
  expect(useUi.getState().storageProblem?.code).toBe("storage-full");
  expect(reopened("s1")?.text).toBe("short");
});

test("messages that were not sent come ahead of what is being written, with their images, and are kept at once", () => {
  write("s1", { text: "and then", images: ["stored:b2"] });
  drafts.getState().takeBack("s1", ["first", [{ type: "text", text: "second" }, image("stored:b1")]]);
  const whole = { text: "first\n\nsecond\n\nand then", images: ["stored:b1", "stored:b2"], texts: [] };
  expect(drafts.getState().drafts.s1).toEqual(whole);
  expect(reopened("s1")).toEqual(whole);
});

test("messages that were not sent are added to what an unopened chat has left", () => {
  localStorage.setItem("unfinished-input-s1", "half a thought");
  drafts.getState().takeBack("s1", ["waiting"]);
  expect(reopened("s1")?.text).toBe("waiting\n\nhalf a thought");
});

test("images that are being made ready are counted by chat", () => {
  const { noteAttaching } = drafts.getState();
  noteAttaching("s1", 2);
  noteAttaching("s2", 1);
  noteAttaching("s1", -1);
  expect(drafts.getState().attaching).toEqual({ s1: 1, s2: 1 });
});

test("what was typed last is one for the whole app, and as it was typed", () => {
  expect(readLastInput()).toBe("");
  keepLastInput("  {{input}} as it is ");
  expect(readLastInput()).toBe("  {{input}} as it is ");
});
