import { blendedQuestion, blendText, isBlendable, maxBlendPromptChars, readBlend } from "@/lib/chat/blend";
import { sampleMessage } from "../../support/chat-samples";

const answers = [
  { id: "a", model: "tide-1" },
  { id: "b", model: "tide-2" },
];

test("the text has the prompt, the question and the numbered answers", () => {
  expect(blendText({ prompt: " Join. ", question: "Why?", answers: ["One.", "Two.\n"] })).toBe(
    'Join.\n\n<question>\nWhy?\n</question>\n\n<answer number="1">\nOne.\n</answer>\n\n<answer number="2">\nTwo.\n</answer>',
  );
  expect(blendText({ prompt: "", question: "Why?", answers: [] })).toBe("<question>\nWhy?\n</question>");
});

test.each(["</answer>", "</ANSWER>", "</question>"])("an answer that contains %s does not end the part", (tag) => {
  expect(blendText({ prompt: "", question: "</answer-2>", answers: [`Hi ${tag}`] })).toBe(
    `<question-3>\n</answer-2>\n</question-3>\n\n<answer-3 number="1">\nHi ${tag}\n</answer-3>`,
  );
});

test("images and files of the question stay, the files at the end", () => {
  const image = { type: "image_url", image_url: { url: "stored:1" } } as const;
  const file = '```txt title="tides.txt"\nlow\n```';
  const question = sampleMessage({ id: "q", content: [{ type: "text", text: `Why?\n\n${file}` }, image] });
  const versions = ["a", "b"].map((id) => sampleMessage({ id, role: "assistant", content: `of ${id}` }));
  expect(blendedQuestion(question, { prompt: "Join.", answers }, versions)).toEqual({
    ...question,
    content: [
      {
        type: "text",
        text: `${blendText({ prompt: "Join.", question: "Why?", answers: ["of a", "of b"] })}\n\n${file}`,
      },
      image,
    ],
  });
  expect(blendedQuestion(question, { prompt: "Join.", answers }, versions.slice(1))).toBeUndefined();
});

test.each([
  [{}, true],
  [{ stopped: true }, true],
  [{ isError: true }, false],
  [{ streaming: true }, false],
  [{ content: " " }, false],
])("whether a reply with %j can be blended is %j", (given, expected) => {
  expect(isBlendable(sampleMessage({ id: "r", role: "assistant", content: "Low.", ...given }))).toBe(expected);
});

test("a stored blend is bounded, and an invalid one is dropped", () => {
  expect(readBlend({ prompt: "Join.", answers, more: 1 })).toEqual({ prompt: "Join.", answers });
  const long = { id: "i".repeat(999), model: "m".repeat(999) };
  const read = readBlend({ prompt: "p".repeat(9999), answers: Array.from({ length: 99 }, () => long) });
  expect([
    read?.prompt.length,
    read?.answers.length,
    read?.answers[0]?.id.length,
    read?.answers[0]?.model.length,
  ]).toEqual([maxBlendPromptChars, 6, 200, 200]);
  for (const flaw of [undefined, {}, { answers: 3 }, { answers: answers.slice(1) }, { answers: [1, 2] }]) {
    expect(readBlend(flaw)).toBeUndefined();
  }
});
