/** @jest-environment node */
import fc from "fast-check";
import { estimateTokens } from "@/lib/chat/token-estimate";
import { providers } from "@/lib/providers/registry";
import { createByteBudget } from "@/lib/server/byte-budget";
import type { RelayCall } from "@/lib/server/relay-call";
import { createReplyTap, replyForm } from "@/lib/server/usage/reply-tap";
import { estimateBodyTokens, readReplyUsage } from "@/lib/server/usage/reply-usage";
import { cutAt, readFixtures, type StreamFixture } from "@/test/support/stream-fixtures";

/** Paths by codec, as programs and the app call them. */
const paths: Readonly<Record<string, { provider: keyof typeof providers; listed: string }>> = {
  "openai-chat": { provider: "openai", listed: "v1/chat/completions" },
  "openai-responses": { provider: "openai", listed: "v1/responses" },
  "openai-images": { provider: "openai", listed: "v1/images/generations" },
  anthropic: { provider: "anthropic", listed: "v1/messages" },
  google: { provider: "google", listed: "v1beta/models/{model}:streamGenerateContent" },
  dashscope: { provider: "alibaba", listed: "v1/services/aigc/text-generation/generation" },
};

function callOf(codec: string): RelayCall {
  const { provider, listed } = paths[codec] ?? { provider: "openai", listed: "" };
  const target = { provider: providers[provider], options: {}, credentials: [] } as unknown as RelayCall["target"];
  return { target, method: "POST", path: listed, listed, query: new URLSearchParams() };
}

interface Sending {
  readonly codec: string;
  readonly contentType: string;
  readonly pieces: readonly Uint8Array[];
  readonly isComplete?: boolean;
  readonly budget?: number;
  readonly hiddenTokens?: number;
}

async function usageOf(sending: Sending) {
  const { codec, contentType, pieces, isComplete = true, budget = 1e9, hiddenTokens = 0 } = sending;
  const call = callOf(codec);
  const bytes = createByteBudget(budget);
  const tap = createReplyTap(replyForm(new Headers({ "content-type": contentType }), call.listed), bytes);
  for (const piece of pieces) tap.add(piece);
  const tapped = tap.take();
  // All bytes of the budget are released.
  expect(bytes.take(budget)).toBe(true);
  const reply = { status: 200, isComplete, inputTokens: 3, hiddenTokens };
  const usage = await readReplyUsage(call, "m", { ...reply, tapped });
  const { shortBytes: _, ...all } = tapped;
  // The last events contain the same usage as all events.
  expect(usage).toEqual(await readReplyUsage(call, "m", { ...reply, tapped: all }));
  return usage;
}

interface ExpectedUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Recordings with usage. The usage of a reply that an error ended covers only its start. */
const counted = readFixtures().filter(
  ({ path, codec, http, outcome }) =>
    codec in paths &&
    http.status === 200 &&
    !path.endsWith("/error-midstream.sse") &&
    (outcome.usage as ExpectedUsage | null)?.outputTokens,
);

/** Returns the body with comments between its events, far longer than what is parsed. */
function lengthened({ body }: StreamFixture): Uint8Array<ArrayBuffer> {
  const events = new TextDecoder().decode(body).split(/(?<=\n\n)/);
  const comments = Array.from({ length: 6000 }, (_, index) => `: a comment between events ${index}\n\n`);
  return new TextEncoder().encode([events[0], ...comments, ...events.slice(1)].join(""));
}

test.each(counted.map((fixture) => [fixture.path, fixture] as const))(
  "%s: the usage is that of the provider",
  async (_path, fixture) => {
    const usage = fixture.outcome.usage as ExpectedUsage;
    const sending = { codec: fixture.codec, contentType: fixture.http.contentType };
    for (const splits of [[], [1, 7, 100], ...(fixture.splits ?? [])]) {
      const read = await usageOf({ ...sending, pieces: cutAt(fixture.body, splits) });
      expect([read?.counts.input, read?.counts.output]).toEqual([usage.inputTokens, usage.outputTokens]);
    }
    if (fixture.transport !== "sse" || /\r/.test(new TextDecoder().decode(fixture.body))) return;
    const long = lengthened(fixture);
    const pieces = cutAt(
      long,
      Array.from({ length: Math.floor(long.length / 1000) }, (_, index) => 1000 * index),
    );
    const read = await usageOf({ ...sending, pieces });
    expect([read?.counts.input, read?.counts.output]).toEqual([usage.inputTokens, usage.outputTokens]);
  },
);

test("of a long stream with a reported usage, only the beginning and the last events are read", async () => {
  const text = `data: ${JSON.stringify({ choices: [{ delta: { content: "tide ".repeat(10) } }] })}\n\n`;
  const usage = { prompt_tokens: 100, completion_tokens: 50, prompt_tokens_details: { cached_tokens: 20 } };
  const end = `data: ${JSON.stringify({ choices: [], usage })}\n\ndata: [DONE]\n\n`;
  const tap = createReplyTap("events", createByteBudget(0));
  for (const piece of [...Array.from({ length: 200 }, () => text), end]) tap.add(new TextEncoder().encode(piece));
  const tapped = tap.take();
  expect(tapped.shortBytes?.byteLength).toBeLessThan(2500);
  // Bytes that would fail the test if they were read.
  const bytes = new TextEncoder().encode("data: [DONE]\n\n");
  const reply = { tapped: { ...tapped, bytes }, status: 200, isComplete: true, inputTokens: 3, hiddenTokens: 0 };
  const read = await readReplyUsage(callOf("openai-chat"), "m", reply);
  expect(read).toEqual({ counts: expect.objectContaining({ input: 100, cached: 20, output: 50 }), isEstimated: false });
});

test("many recordings are read", () => {
  expect(counted.length).toBeGreaterThan(60);
});

const delta = (text: string) => `data: ${JSON.stringify({ choices: [{ delta: { content: text } }] })}\n\n`;
const usageEvent = (usage: object) => `data: ${JSON.stringify({ choices: [], usage })}\n\n`;
const chat = { codec: "openai-chat", contentType: "text/event-stream" };
const bytesOf = (text: string) => [new TextEncoder().encode(text)];

test("without usage, tokens are estimated from the text, also that of the unparsed middle", async () => {
  const text = "tide and harbour lights ";
  const pieces = Array.from({ length: 4000 }, () => bytesOf(delta(text))[0] ?? new Uint8Array());
  const all = [...pieces, ...bytesOf("data: [DONE]\n\n")];
  const read = await usageOf({ ...chat, pieces: all });
  const one = estimateBodyTokens(text);
  expect(read?.isEstimated).toBe(true);
  expect(read?.counts.input).toBe(3);
  expect(Math.abs((read?.counts.output ?? 0) / (4000 * one) - 1)).toBeLessThan(0.02);
});

test("a reply that the caller left counts for what was sent", async () => {
  const pieces = bytesOf(delta("tide ".repeat(20)) + usageEvent({ prompt_tokens: 9, completion_tokens: 1 }));
  const read = await usageOf({ ...chat, pieces, isComplete: false });
  expect(read).toMatchObject({
    counts: { input: 9, output: estimateBodyTokens("tide ".repeat(20)) },
    isEstimated: true,
  });
});

test.each([
  ["negative", { prompt_tokens: -5, completion_tokens: -1 }],
  ["huge", { prompt_tokens: 1e15, completion_tokens: 1e300 }],
  ["a text", { prompt_tokens: "12", completion_tokens: "many" }],
  ["zero", { prompt_tokens: 0, completion_tokens: 0 }],
  ["missing", {}],
])("usage that is %s is replaced by an estimate @C3.7", async (_name, usage) => {
  const read = await usageOf({ ...chat, pieces: bytesOf(`${delta("tide")}${usageEvent(usage)}data: [DONE]\n\n`) });
  expect(read).toMatchObject({ counts: { input: 3, output: 1 }, isEstimated: true });
});

test("an error of the provider costs nothing; a body that no codec reads is estimated", async () => {
  const error = 'data: {"error":{"message":"overloaded","type":"server_error"}}\n\n';
  expect(await usageOf({ ...chat, pieces: bytesOf(error) })).toBeUndefined();
  const json = { ...chat, contentType: "application/json" };
  const read = await usageOf({ ...json, pieces: bytesOf('{"object":"list","data":[{"embedding":[1,2]}]}') });
  expect(read).toMatchObject({ counts: { input: 3 }, isEstimated: true });
  const audio = await usageOf({ ...chat, contentType: "audio/mpeg", pieces: [new Uint8Array(5000)] });
  expect(audio).toMatchObject({ counts: { input: 3, output: 5 }, isEstimated: true });
});

test("a whole reply that does not fit into memory is estimated", async () => {
  const body = `{"choices":[{"message":{"content":"${"tide ".repeat(1000)}"}}],"usage":{"prompt_tokens":7,"completion_tokens":8}}`;
  const json = { ...chat, contentType: "application/json", pieces: bytesOf(body) };
  expect((await usageOf(json))?.counts).toMatchObject({ input: 7, output: 8 });
  expect(await usageOf({ ...json, budget: 100 })).toMatchObject({ counts: { input: 3, output: 6 }, isEstimated: true });
});

test("no bytes from a provider make the count fail, be negative or endless", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 20 }),
      fc.constantFrom("text/event-stream", "application/json", "application/x-ndjson", "text/plain"),
      fc.constantFrom(...Object.keys(paths)),
      async (pieces, contentType, codec) => {
        const read = await usageOf({ codec, contentType, pieces });
        for (const count of Object.values(read?.counts ?? {})) expect(count >= 0 && count < 1e9).toBe(true);
      },
    ),
    { numRuns: 100 },
  );
});

const base64 = "iVBORw0KGgo".repeat(1000);

test.each<[string, unknown, number]>([
  ["Chinese text without spaces", { messages: [{ content: "潮汐港灯".repeat(1000) }] }, 6000],
  ["letters without spaces in a message", { messages: [{ content: "a".repeat(8000) }] }, 2000],
  ["base64 in a text", { messages: [{ content: [{ type: "text", text: base64 }] }] }, estimateTokens(`text${base64}`)],
  ["a text that begins like a file", { url: `data:image/png;base64,${base64}潮` }, 1],
  ["a document of plain text", { source: { type: "text", data: "a".repeat(8000) } }, 2000],
  ["a file of plain text", { file: { file_data: `data:text/plain;base64,${base64}` } }, estimateTokens(base64)],
])("%s counts as text @C3.7", (_name, body, minTokens) => {
  expect(estimateBodyTokens(body)).toBeGreaterThanOrEqual(minTokens);
  if (minTokens === 1) expect(estimateBodyTokens(body)).toBeGreaterThan(1000);
});

test.each<[string, unknown]>([
  ["OpenAI", { image_url: { url: `data:image/png;base64,${base64}` } }],
  ["Anthropic", { source: { type: "", media_type: "", data: base64 } }],
  ["Google", { inlineData: { mimeType: "", data: `${base64}==\n` } }],
  ["Ollama", { images: [{ image: base64 }] }],
])("an image of %s counts as a file", (_name, body) => {
  expect(estimateBodyTokens(body)).toBe(1000);
});

test("thoughts that a reply does not show count if the provider does not report its usage @C3.7", async () => {
  const pieces = bytesOf(`${delta("tide")}data: [DONE]\n\n`);
  expect(await usageOf({ ...chat, pieces, hiddenTokens: 4000 })).toMatchObject({
    counts: { input: 3, output: 4000 },
    isEstimated: true,
  });
  const usage = usageEvent({ prompt_tokens: 9, completion_tokens: 70 });
  const reported = bytesOf(`${delta("tide")}${usage}data: [DONE]\n\n`);
  expect(await usageOf({ ...chat, pieces: reported, hiddenTokens: 4000 })).toMatchObject({
    counts: { input: 9, output: 70 },
    isEstimated: false,
  });
  const left = await usageOf({ ...chat, pieces: bytesOf(delta("tide")), hiddenTokens: 4000, isComplete: false });
  expect(left?.counts.output).toBe(4000);
});
