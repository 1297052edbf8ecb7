import { readPromptDocument, withoutPrompt, withPrompt } from "@/lib/chat/prompt-document";

const prompt = { id: "p", title: "Report", content: "Write it", createdAt: 5 };
const empty = { prompts: {}, deleted: {}, counter: 0, lastUpdateTime: 0 };

test("loads a document unchanged, with unknown fields of its prompts", () => {
  const stored = {
    prompts: { p: { ...prompt, isUser: true, tint: "olive" }, odd: 7 },
    deleted: { q: 3 },
    counter: 1,
    lastUpdateTime: 9,
  };
  expect(readPromptDocument(stored)).toEqual(stored);
});

test.each([undefined, null, "text", [], {}, { prompts: [], deleted: 5, counter: "x" }])("%p is empty", (stored) => {
  expect(readPromptDocument(stored)).toEqual(empty);
});

test("an added prompt is the user's own, keeps unknown fields, and is not deleted any more", () => {
  const document = { ...empty, prompts: { p: { tint: "olive", title: "Old" } }, deleted: { p: 1, q: 2 } };
  expect(withPrompt(document, prompt, 7)).toEqual({
    prompts: { p: { ...prompt, isUser: true, tint: "olive" } },
    deleted: { q: 2 },
    counter: 0,
    lastUpdateTime: 7,
  });
});

test("removing a prompt stores its id with the time, and increments the counter", () => {
  expect(withoutPrompt({ ...empty, prompts: { p: prompt, q: prompt }, counter: 4 }, "p", 7)).toEqual({
    prompts: { q: prompt },
    deleted: { p: 7 },
    counter: 5,
    lastUpdateTime: 7,
  });
});
