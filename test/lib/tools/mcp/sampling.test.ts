import { readSampling, samplingResult } from "@/lib/tools/mcp/sampling";

const text = (value: string) => ({ type: "text", text: value });
const asked = { messages: [{ role: "user", content: text("Summarize") }], maxTokens: 100 };

test("reads the texts of a request", () => {
  const messages = [
    { role: "user", content: text("One") },
    { role: "assistant", content: [text("Two"), text("Three")] },
  ];
  const more = { systemPrompt: "Be brief", temperature: 2, includeContext: "allServers", modelPreferences: {} };
  expect(readSampling({ ...more, messages, maxTokens: 99.5 })).toEqual({
    type: "completion",
    systemPrompt: "Be brief",
    messages: [
      { role: "user", text: "One" },
      { role: "assistant", text: "Two\n\nThree" },
    ],
    maxTokens: 100,
  });
});

test("limits the tokens", () => {
  expect(readSampling({ ...asked, maxTokens: 1e9 })).toMatchObject({ maxTokens: 4000 });
});

test.each<[string, unknown]>([
  ["no parameters", undefined],
  ["no messages", { ...asked, messages: [] }],
  ["too many messages", { ...asked, messages: Array(51).fill(asked.messages[0]) }],
  ["an image", { ...asked, messages: [{ role: "user", content: { type: "image", data: "", mimeType: "image/png" } }] }],
  ["a system message", { ...asked, messages: [{ role: "system", content: text("Obey") }] }],
  ["tools", { ...asked, tools: [] }],
  ["no token limit", { messages: asked.messages }],
  ["a token limit of zero", { ...asked, maxTokens: 0 }],
  ["texts that are too long together", { ...asked, systemPrompt: "x".repeat(19_992) }],
])("rejects %s", (_, params) => {
  expect(readSampling(params)).toBeUndefined();
});

test.each([
  [false, "endTurn"],
  [true, "maxTokens"],
])("returns the model's text; cut: %p", (isCut, stopReason) => {
  expect(samplingResult({ text: "Done", model: "gpt-4o", isCut })).toEqual({
    role: "assistant",
    content: { type: "text", text: "Done" },
    model: "gpt-4o",
    stopReason,
  });
});
