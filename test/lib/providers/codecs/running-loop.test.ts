import type { ModelMessage } from "@/lib/chat/request";
import { dropFinishedReplay } from "@/lib/providers/codecs/running-loop";

const parts = [{ type: "replay", item: { kind: "a" } }] as const;
const question: ModelMessage = { role: "user", content: "Which tide?" };
const answer: ModelMessage = { role: "assistant", content: "High.", parts };
const bareAnswer: ModelMessage = { role: "assistant", content: "High." };
const toolCalls = [{ id: "c1", name: "tide", argumentsText: "{}" }];
const call: ModelMessage = { role: "assistant", content: "", toolCalls, parts };
const bareCall: ModelMessage = { role: "assistant", content: "", toolCalls };
const result: ModelMessage = { role: "tool", callId: "c1", name: "tide", content: "06:12" };

test.each([
  ["stays in the running loop, in each of its rounds", [question, call, result, call, result], undefined],
  ["is dropped from a finished loop", [question, call, result, question], [question, bareCall, result, question]],
  ["is dropped if there is no call", [question, answer], [question, bareAnswer]],
])("what is sent back unchanged %s", (_name, messages, expected) => {
  expect(dropFinishedReplay(messages)).toEqual(expected ?? messages);
});
