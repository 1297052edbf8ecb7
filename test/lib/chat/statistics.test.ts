import { countMessages } from "@/lib/chat/statistics";
import { sampleMessage } from "../../support/chat-samples";

test.each([
  ["no message", [], { tokens: 0, words: 0, characters: 0 }],
  ["two messages", ["High tide", "at nine."], { tokens: 5, words: 4, characters: 17 }],
  ["a script without blanks", ["今天天气很好"], { tokens: 9, words: 3, characters: 6 }],
  ["signs of two code units", ["🌊"], { tokens: 3, words: 0, characters: 1 }],
])("%s", (_name, texts, expected) => {
  const messages = texts.map((content, index) => sampleMessage({ id: `m${index}`, content }));
  expect([...countMessages(messages, "en")].at(-1)).toEqual(expected);
});

test("an image counts as tokens", () => {
  const content = [{ type: "image_url", image_url: { url: "data:," } }] as const;
  expect([...countMessages([sampleMessage({ id: "a", content })], "en")]).toEqual([
    { tokens: 1000, words: 0, characters: 0 },
  ]);
});

test("counts a long chat in short steps", () => {
  const messages = ["a ".repeat(30_000), "b", "c ".repeat(15_000)].map((content, index) =>
    sampleMessage({ id: `m${index}`, content }),
  );
  const words = [...countMessages(messages, "en")].map((counted) => counted.words);
  expect(words).toEqual([10_000, 20_000, 30_000, 40_001, 45_001]);
});
