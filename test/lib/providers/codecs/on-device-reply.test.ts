import type { ChatEvent } from "@/lib/chat/event";
import { readOnDeviceReply } from "@/lib/providers/codecs/on-device-reply";

async function eventsOf(pieces: readonly string[], thrown?: unknown): Promise<ChatEvent[]> {
  async function* stream() {
    yield* pieces;
    if (thrown !== undefined) throw thrown;
  }
  const events: ChatEvent[] = [];
  for await (const event of readOnDeviceReply(stream())) events.push(event);
  return events;
}

test("passes each chunk on as it arrives, and then the end", async () => {
  expect(await eventsOf(["A tide ", "pool."])).toEqual([
    { type: "text-delta", text: "A tide " },
    { type: "text-delta", text: "pool." },
    { type: "end" },
  ]);
});

test("a stop keeps the text so far, without an error", async () => {
  expect(await eventsOf(["A"], new DOMException("Stopped.", "AbortError"))).toEqual([
    { type: "text-delta", text: "A" },
    { type: "finish", finish: "aborted", raw: "AbortError" },
  ]);
});

test.each([
  ["QuotaExceededError", "context-length"],
  ["NotSupportedError", "bad-request"],
  ["NotAllowedError", "permission"],
  ["NetworkError", "network"],
  ["UnknownError", "server"],
  ["constructor", "server"],
])("%s is an error of kind %s", async (name, kind) => {
  expect(await eventsOf([], new DOMException("So it is.", name))).toEqual([
    { type: "error", error: { kind, code: name, message: "So it is." } },
  ]);
});

test.each(["a text", null, {}, new Event("error")])("handles any thrown value: %p", async (thrown) => {
  const error = { kind: "server", code: null, message: "" };
  expect(await eventsOf([], thrown)).toEqual([{ type: "error", error }]);
});
