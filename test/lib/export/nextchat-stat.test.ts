import { nextChatStat } from "@/lib/export/nextchat-stat";
import { sampleMessage } from "../../support/chat-samples";

const said = (role: "user" | "assistant", content: string) => sampleMessage({ id: content, role, content });

test("counts characters, words and estimated tokens of replies, not of questions", () => {
  const messages = [said("user", "Why so?"), said("assistant", "The moon pulls."), said("assistant", "因为月亮。")];
  expect(nextChatStat(messages, {})).toEqual({
    charCount: 15 + 5,
    wordCount: 3 + 2,
    tokenCount: Math.ceil(12 * 0.25 + 3 * 0.5 + 5 * 1.5),
  });
});

test("counts the text of a reply in parts", () => {
  const content = [
    { type: "image_url" as const, image_url: { url: "stored:a" } },
    { type: "text" as const, text: "A moon" },
  ];
  expect(nextChatStat([sampleMessage({ id: "a", role: "assistant", content })], {})).toMatchObject({
    charCount: 6,
    wordCount: 2,
  });
});

test.each([
  ["higher counts of an imported chat are used", { stat: { tokenCount: 1, wordCount: 90, charCount: 41 } }, 90, 41],
  ["ignores invalid counts", { stat: { tokenCount: "x", wordCount: null, charCount: -1 } }, 2, 6],
  ["ignores counts that are not an object", { stat: 7 }, 2, 6],
])("%s", (_name, session, wordCount, charCount) => {
  expect(nextChatStat([said("assistant", "A moon")], session)).toMatchObject({ wordCount, charCount });
});
