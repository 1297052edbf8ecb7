import fc from "fast-check";
import { contentOfDraft, type Draft, emptyDraft, isBlankDraft, joinDrafts } from "@/lib/chat/draft";
import type { Content } from "@/lib/chat/message";
import { draftOfContent } from "@/lib/chat/returned-draft";

const draft = (given: Partial<Draft>): Draft => ({ ...emptyDraft, ...given });
const image = (url: string) => ({ type: "image_url" as const, image_url: { url } });
const text = (words: string) => ({ type: "text" as const, text: words });

describe("the content of a sent draft", () => {
  test.each<[string, Partial<Draft>, Content]>([
    ["a text alone, as it was typed", { text: " hi\n" }, " hi\n"],
    ["a text with images", { text: "Look", images: ["a", "b"] }, [text("Look"), image("a"), image("b")]],
    ["images alone", { text: " \n", images: ["a"] }, [image("a")]],
    ["a text followed by attached texts", { text: "Why?", texts: ["log 1", "log 2"] }, "Why?\n\nlog 1\n\nlog 2"],
    ["a long text alone", { texts: ["log"] }, "log"],
    ["all of them", { text: "Why?", texts: ["log"], images: ["a"] }, [text("Why?\n\nlog"), image("a")]],
  ])("%s", (_name, given, content) => {
    expect(contentOfDraft(draft(given))).toEqual(content);
  });

  test("converts back to a draft that is sent the same", () => {
    const drafts = fc.record({
      text: fc.string(),
      images: fc.array(fc.webUrl(), { maxLength: 3 }),
      texts: fc.array(fc.string(), { maxLength: 2 }),
    });
    fc.assert(
      fc.property(drafts, (given) => {
        const content = contentOfDraft(given);
        expect(contentOfDraft(draftOfContent(content))).toEqual(content);
      }),
    );
  });
});

test.each<[boolean, Partial<Draft>]>([
  [true, {}],
  [true, { text: " \n\t" }],
  [false, { text: "a" }],
  [false, { images: ["a"] }],
  [false, { texts: ["log"] }],
])("whether there is nothing to send (%s)", (isBlank, given) => {
  expect(isBlankDraft(draft(given))).toBe(isBlank);
});

test("merges drafts without blank texts, and keeps all images", () => {
  expect(
    joinDrafts([
      draft({ text: "one", images: ["a", "b", "c"] }),
      draft({ text: " " }),
      draft({ text: "two", images: ["d"], texts: ["log"] }),
    ]),
  ).toEqual({ text: "one\n\ntwo", images: ["a", "b", "c", "d"], texts: ["log"] });
});
