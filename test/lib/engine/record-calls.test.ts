import { openChat } from "@/lib/engine/open-chat";
import { createCallRecorder } from "@/lib/engine/record-calls";
import { openAICompatible } from "@/lib/providers/codecs/openai/openai-compatible";
import { shownCall } from "@/lib/providers/shown-call";
import { fakeEnvironment } from "../../support/fake-environment";

const key = "sk-canary-0123456789";
const connection = { baseUrl: "https://provider.test", headers: { Authorization: `Bearer ${key}` } };
const request = { model: "tide-1", messages: [{ role: "user", content: "When?" }], stream: true } as const;
const events = 'data: {"choices":[{"delta":{"content":"At noon: 潮"}}]}\n\ndata: [DONE]\n\n';

/** A clock that the test moves. */
function clock() {
  let time = 1000;
  return { now: () => time, pass: (ms: number) => (time += ms) };
}

/** Records a call whose response comes in pieces, each 100 ms after the one before. */
async function record(pieces: readonly Uint8Array[], headers: Record<string, string>) {
  const time = clock();
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = queue.shift();
        time.pass(100);
        if (piece) controller.enqueue(piece);
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const queue = [...pieces];
  const env = { ...fakeEnvironment({ responses: [new Response(body, { headers })] }), now: time.now };
  const recorder = createCallRecorder(env);
  const open = openChat({
    codec: openAICompatible({ path: "v1/chat/completions" }),
    connection,
    env,
    signal: new AbortController().signal,
    timeoutMs: 60_000,
    observer: recorder.observer,
  });
  for await (const _event of open(request));
  return recorder;
}

test("a call is recorded as it was sent, with the events as they were received and their times", async () => {
  const bytes = new TextEncoder().encode(events);
  // A character is split between two pieces.
  const pieces = [bytes.slice(0, 50), bytes.slice(50, 52), bytes.slice(52)];
  const recorder = await record(pieces, { "content-type": "text/event-stream", "x-request-id": "req-1" });
  const [call] = recorder.calls;
  if (!call) throw new Error("nothing was recorded");
  expect(shownCall(call.call)).toEqual({
    method: "POST",
    url: "https://provider.test/v1/chat/completions",
    headers: { Accept: "application/json", "Content-Type": "application/json", Authorization: "Bearer •••" },
    body: expect.stringContaining('"content":"When?"'),
  });
  expect(call.responseText()).toBe(events);
  expect(call).toMatchObject({
    status: 200,
    requestId: "req-1",
    startedAt: 1000,
    isCallCut: false,
    isResponseCut: false,
  });
  expect(recorder.timing()).toEqual({ firstByteMs: 100, receivingMs: 200, totalMs: 300 });
});

test("a response that repeats the key is recorded, and read without it", async () => {
  const text = JSON.stringify({ choices: [{ message: { content: `Your key is ${key}.` } }] });
  const recorder = await record([new TextEncoder().encode(text)], { "content-type": "application/json" });
  expect(recorder.calls[0]?.responseText()).toContain("Your key is •••.");
  expect(JSON.stringify(recorder.calls)).not.toContain(key);
  // Its bytes come together, so its tokens are counted from the start.
  expect(recorder.timing()).toMatchObject({ firstByteMs: 100, receivingMs: expect.any(Number) });
});

describe("of long calls", () => {
  const answer = (observer: ReturnType<typeof createCallRecorder>["observer"], body: string, response: string) => {
    const observed = observer.onSend({ method: "POST", url: "/api", headers: {}, body }, connection);
    observed.onHead(new Response(null, { headers: { "content-type": "text/event-stream" } }));
    for (let start = 0; start < response.length; start += 64_000) {
      observed.onBytes(new TextEncoder().encode(response.slice(start, start + 64_000)));
    }
    observed.onEnd();
  };

  test("the beginning is recorded, 500 kB of all requests and 500 kB of all responses", () => {
    const recorder = createCallRecorder({ now: () => 0 });
    answer(recorder.observer, "q".repeat(400_000), "r".repeat(300_000));
    answer(recorder.observer, "q".repeat(400_000), "r".repeat(300_000));
    answer(recorder.observer, "q", "r");
    expect(
      recorder.calls.map(({ call, isCallCut, isResponseCut, responseText }) => [
        call.body?.length,
        isCallCut,
        // The end of a cut response is left out as far as it may be a part of the key.
        responseText().length,
        isResponseCut,
      ]),
    ).toEqual([
      [400_000, false, 300_000, false],
      [100_000, true, 200_000 - (key.length - 1), true],
      [0, true, 0, true],
    ]);
  });
});
