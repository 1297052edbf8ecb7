import { systemPromptOf, withSystemPrompt } from "@/lib/chat/mask-system-prompt";
import { sampleMessage } from "../../support/chat-samples";

const example = sampleMessage({ id: "e", content: "Example" });
const first = sampleMessage({ id: "s", role: "system", content: "You know tides." });
const second = sampleMessage({ id: "t", role: "system", content: "Be brief." });

test("the system prompt of a mask is the first prompt of that role", () => {
  expect(systemPromptOf({ context: [example, first, second] })).toBe("You know tides.");
  expect(systemPromptOf({ context: [example] })).toBe("");
});

test("another text changes it, adds it before all prompts, or removes it", () => {
  expect(withSystemPrompt({ context: [example, first, second] }, "Hm.")).toEqual([
    example,
    { ...first, content: "Hm." },
    second,
  ]);
  expect(withSystemPrompt({ context: [example] }, "Hm.")).toEqual([
    { id: "system-prompt", role: "system", content: "Hm.", date: 0 },
    example,
  ]);
  expect(withSystemPrompt({ context: [example, first, second] }, "")).toEqual([example, second]);
  expect(withSystemPrompt({ context: [example] }, "")).toEqual([example]);
});
