import { replyTimeoutMs } from "@/lib/engine/reply-timeout";

test.each([
  "deepseek-reasoner",
  "deepseek-r1",
  "glm-4-thinking",
  "O1-preview",
  "o3",
  "o4-mini",
  "dall-e-3",
  "dalle-mini",
  "gpt-image-2",
  "gpt-5",
  "gpt-6-luna",
])("%s may be silent for five minutes", (model) => {
  expect(replyTimeoutMs(model)).toBe(300_000);
});

test("a model that is known to think may be silent for five minutes, whatever its name", () => {
  expect(replyTimeoutMs("mine", true)).toBe(300_000);
});

test.each(["gpt-4", "gpt-4o", "claude-3-opus", "deepseek-chat", "llama3", ""])(
  "%s may be silent for a minute",
  (model) => {
    expect(replyTimeoutMs(model)).toBe(60_000);
  },
);
