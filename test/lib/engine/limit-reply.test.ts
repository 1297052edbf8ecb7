import type { ChatEvent } from "@/lib/chat/event";
import { limitReply } from "@/lib/engine/limit-reply";

async function* emit(events: readonly ChatEvent[]): AsyncGenerator<ChatEvent> {
  yield* events;
}

async function limited(events: readonly ChatEvent[], maxChars: number): Promise<ChatEvent[]> {
  const out: ChatEvent[] = [];
  for await (const event of limitReply(emit(events), maxChars)) out.push(event);
  return out;
}

const text: ChatEvent = { type: "text-delta", text: "1234" };
const tooLarge: ChatEvent = { type: "error", error: { kind: "too-large", code: null, message: "" } };

test("passes a reply within the limit", async () => {
  const events: ChatEvent[] = [text, text, { type: "end" }];
  expect(await limited(events, 8)).toEqual(events);
});

test.each(["text-delta", "reasoning-delta", "refusal-delta"] as const)(
  "%s counts; text beyond the limit is cut off and ends the reply",
  async (type) => {
    expect(await limited([text, { type, text: "12345" }, text], 8)).toEqual([text, { type, text: "1234" }, tooLarge]);
  },
);

test("counts arguments; a chunk beyond the limit ends the reply", async () => {
  expect(await limited([text, { type: "tool-call-delta", argumentsText: "12345" }], 8)).toEqual([text, tooLarge]);
});

test("counts argument values with their paths", async () => {
  const value: ChatEvent = { type: "tool-call-value", path: ["tags", 0], value: "12" };
  expect(await limited([text, value], 12)).toEqual([text, value]);
  expect(await limited([text, value], 11)).toEqual([text, tooLarge]);
});
