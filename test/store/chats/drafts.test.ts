import { emptyDraft } from "@/lib/chat/draft";
import { draftOfContent } from "@/lib/chat/returned-draft";
import { createDrafts } from "@/store/chats/drafts";
import { memoryStorage } from "../../support/memory-storage";

const image = (url: string) => ({ type: "image_url" as const, image_url: { url } });

let storage = memoryStorage();
let drafts = createDrafts(() => storage);
beforeEach(() => {
  storage = memoryStorage();
  drafts = createDrafts(() => storage);
});

test("puts unsent messages before the draft, with their images", () => {
  drafts.getState().change("s1", () => ({ text: "and then", images: ["stored:b2"], texts: ["A log"] }));
  drafts
    .getState()
    .returnToDraft("s1", [
      draftOfContent("first"),
      draftOfContent([{ type: "text", text: "second" }, image("stored:b1")]),
    ]);
  expect(drafts.getState().drafts.s1).toEqual({
    text: "first\n\nsecond\n\nand then",
    images: ["stored:b1", "stored:b2"],
    texts: ["A log"],
  });
});

test("loads a chat's draft from localStorage once", () => {
  storage.setItem("unfinished-input-s1", "When");
  storage.setItem("unfinished-attachments-s1", '{"images":[],"texts":["A log"],"at":7}');
  drafts.getState().open("s1");
  drafts.getState().change("s1", () => ({ text: "When is" }));
  drafts.getState().open("s1");
  drafts.getState().open("s2");
  const { drafts: shown, opened } = drafts.getState();
  expect(shown).toEqual({ s1: { text: "When is", images: [], texts: ["A log"] }, s2: emptyDraft });
  expect(opened).toEqual({ s1: { draft: { text: "When", images: [], texts: ["A log"] }, at: 7 }, s2: undefined });
});

test("a change in a chat that was not opened starts with the draft in localStorage", () => {
  storage.setItem("unfinished-input-s1", "half a thought");
  drafts.getState().returnToDraft("s1", [draftOfContent("waiting")]);
  drafts.getState().change("s2", () => ({ images: ["stored:b1"] }));
  expect(drafts.getState().drafts).toEqual({
    s1: { text: "waiting\n\nhalf a thought", images: [], texts: [] },
    s2: { text: "", images: ["stored:b1"], texts: [] },
  });
});

test("a sent draft is the empty draft object, a draft whose text was deleted is not", () => {
  drafts.getState().change("s1", () => ({ text: "When" }));
  drafts.getState().change("s1", () => ({ text: "" }));
  expect(drafts.getState().drafts.s1).toEqual(emptyDraft);
  expect(drafts.getState().drafts.s1).not.toBe(emptyDraft);
  drafts.getState().clear("s1");
  expect(drafts.getState().drafts.s1).toBe(emptyDraft);
});

test("counts images that are being prepared by chat", () => {
  const { noteAttaching } = drafts.getState();
  noteAttaching("s1", 2);
  noteAttaching("s2", 1);
  noteAttaching("s1", -1);
  noteAttaching("s2", 2);
  expect(drafts.getState().attaching).toEqual({ s1: 1, s2: 3 });
});
