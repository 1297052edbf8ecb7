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
    { type: "text-delta", text: "At six." },
    { type: "usage", usage: { outputTokens: 4 } },
    { type: "text-delta", text: " Or seven." },
    { type: "refusal-delta", text: "No" },
    { type: "refusal-delta", text: "." },
  ]);
  expect(joinText([])).toEqual([]);
});
