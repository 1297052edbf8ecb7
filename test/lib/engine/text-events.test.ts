import type { ChatEvent } from "@/lib/chat/event";
import { joinText } from "@/lib/engine/text-events";

test("merges adjacent text events, and keeps the order of all others", () => {
  expect(
    joinText([
      { type: "reasoning-delta", text: "Low " },
      { type: "reasoning-delta", text: "tide?" },
      { type: "text-delta", text: "At " },
      { type: "text-delta", text: "six." },
      { type: "usage", usage: { outputTokens: 4 } },
      { type: "text-delta", text: " Or seven." },
      { type: "refusal-delta", text: "No" },
      { type: "refusal-delta", text: "." },
    ]),
  ).toEqual([
    { type: "reasoning-delta", text: "Low tide?" },
    { type: "text-delta", text: "At six. Or seven." },
    { type: "usage", usage: { outputTokens: 4 } },
    { type: "refusal-delta", text: "No" },
    { type: "refusal-delta", text: "." },
  ]);
  expect(joinText([])).toEqual([]);
});

test("text with token counts after each piece is one text, with the last counts", () => {
  const piece = (text: string, outputTokens: number): ChatEvent[] => [
    { type: "text-delta", text },
    { type: "usage", usage: { outputTokens } },
  ];
  expect(joinText([...piece("At ", 1), ...piece("six", 2), ...piece(".", 3)])).toEqual(piece("At six.", 3));
});

test("partial counts, and text of another kind, keep their places", () => {
  const events: ChatEvent[] = [
    { type: "reasoning-delta", text: "Low" },
    { type: "usage", usage: { outputTokens: 1 } },
    { type: "text-delta", text: "At six." },
    { type: "usage", usage: { outputTokens: 2 }, partial: true },
    { type: "text-delta", text: " Or seven." },
    { type: "usage", usage: { inputTokens: 3 }, partial: true },
  ];
  expect(joinText(events)).toEqual(events);
});
