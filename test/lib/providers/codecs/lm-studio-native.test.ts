import fc from "fast-check";
import type { ChatEvent } from "@/lib/chat/event";
import { parseLmStudioEvent } from "@/lib/providers/codecs/lm-studio-native";

const rows: readonly (readonly [string, unknown, readonly ChatEvent[]])[] = [
  ["reasoning.delta", { content: "Hm." }, [{ type: "reasoning-delta", text: "Hm." }]],
  ["message.delta", { content: "Low." }, [{ type: "text-delta", text: "Low." }]],
  ["message.delta", { content: "" }, []],
  ["model_load.progress", { progress: 0.5 }, []],
  ["tool_call.success", { output: "06:12" }, []],
  [
    "chat.end",
    {
      result: {
        output: [{ type: "message", content: "Low." }],
        stats: { input_tokens: 20, total_output_tokens: 11, reasoning_output_tokens: 5 },
      },
    },
    [
      { type: "usage", usage: { inputTokens: 20, outputTokens: 11, reasoningTokens: 5, totalTokens: 31 } },
      { type: "end" },
    ],
  ],
  ["chat.end", {}, [{ type: "end" }]],
];

test.each(rows)("parses %s with %j, named by its event line or its own type", (type, payload, events) => {
  expect(parseLmStudioEvent({ event: type, data: JSON.stringify(payload) })).toEqual(events);
  expect(parseLmStudioEvent({ data: JSON.stringify({ ...(payload as object), type }) })).toEqual(events);
});

test("an error has the program's own message", () => {
  const data = '{"type":"error","error":{"type":"model_not_found","message":"No such model."}}';
  expect(parseLmStudioEvent({ event: "error", data })).toMatchObject([
    { type: "error", error: { kind: "not-found", message: "No such model." } },
  ]);
});

test("never throws", () => {
  const types = fc.constantFrom("message.delta", "chat.end", "error", undefined);
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), types, (data, event) => {
      parseLmStudioEvent(event === undefined ? { data } : { event, data });
      parseLmStudioEvent({ ...(event && { event }), data: `{"content":${data},"result":${data}}` });
    }),
  );
});
