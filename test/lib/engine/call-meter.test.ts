import type { ChatEvent } from "@/lib/chat/event";
import type { ChatRequest } from "@/lib/chat/request";
import { createCallMeter } from "@/lib/engine/call-meter";

const request: ChatRequest = { model: "m", messages: [{ role: "user", content: "Tide" }], stream: true };
const endOf = (...events: readonly ChatEvent[]) => {
  const meter = createCallMeter(request);
  for (const event of events) meter.add(event);
  return meter.end();
};
const finish: ChatEvent = { type: "finish", finish: "stop", raw: "stop" };
const error: ChatEvent = { type: "error", error: { kind: "server", code: null, message: "" } };
const text: ChatEvent = { type: "text-delta", text: "Noon" };
const estimate = { input: 1, output: 1 };

test.each<[string, object, object]>([
  [
    "a complete reply with its usage",
    endOf(text, finish, { type: "usage", usage: { inputTokens: 8, outputTokens: 3 } }),
    { usage: { inputTokens: 8, outputTokens: 3 }, estimate, isComplete: true, isRefused: false },
  ],
  [
    "partial counts, merged",
    endOf(
      { type: "usage", usage: { inputTokens: 8 }, partial: true },
      { type: "usage", usage: { outputTokens: 3 }, partial: true },
      { type: "end" },
    ),
    {
      usage: { inputTokens: 8, outputTokens: 3, totalTokens: 11 },
      ...{ estimate: { input: 1, output: 0 }, isComplete: true, isRefused: false },
    },
  ],
  ["a stopped reply", endOf(text), { usage: undefined, estimate, isComplete: false, isRefused: false }],
  ["a reply that broke off", endOf(text, error), { usage: undefined, estimate, isComplete: false, isRefused: false }],
  [
    "an error only",
    endOf(finish, error),
    { usage: undefined, estimate: { input: 1, output: 0 }, isComplete: false, isRefused: true },
  ],
  [
    "reasoning, tool calls and an image",
    endOf(
      { type: "reasoning-delta", text: "abcd" },
      { type: "refusal-delta", text: "abcd" },
      { type: "tool-call-start", name: "tide" },
      { type: "tool-call-delta", argumentsText: "abcd" },
      { type: "image", base64: "AAAA" },
    ),
    { usage: undefined, estimate: { input: 1, output: 1004 }, isComplete: false, isRefused: false },
  ],
])("a call is measured: %s", (_name, measured, expected) => {
  expect(measured).toEqual(expected);
});

test("the estimate of the input includes calls, results and the descriptions of tools", () => {
  const meter = createCallMeter({
    ...request,
    messages: [
      ...request.messages,
      { role: "assistant", content: "", toolCalls: [{ id: "a", name: "tide", argumentsText: "abcd" }] },
      { role: "tool", callId: "a", name: "tide", content: "abcd" },
    ],
    tools: [{ name: "tide", description: "abcd", parameters: {} } as never],
  });
  expect(meter.end().estimate.input).toBe(7);
});
