import { findInChat } from "@/lib/chat/find-in-chat";
import { sampleMessage } from "../../support/chat-samples";

const messages = [
  sampleMessage({ id: "a", content: "The TIDE comes late." }),
  sampleMessage({
    id: "b",
    content: [
      { type: "text", text: "Ｔｉｄｅ" },
      { type: "image_url", image_url: { url: "x" } },
    ],
  }),
  sampleMessage({ id: "c", content: "Nothing", reasoning: "The tides …" }),
  sampleMessage({ id: "d", content: "京都の旅程" }),
];

test.each([
  ["tide", ["a", "b", "c"]],
  [" Tide ", ["a", "b", "c"]],
  ["京都", ["d"]],
  ["comes late.", ["a"]],
  ["ebb", []],
  ["   ", []],
])("finds %j in %j", (words, expected) => {
  expect(findInChat(messages, words)).toEqual(expected);
});
