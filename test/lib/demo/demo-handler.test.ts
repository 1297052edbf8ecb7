import fc from "fast-check";
import type { ChatEvent } from "@/lib/chat/event";
import type { ChatRequest } from "@/lib/chat/request";
import { demoHandler } from "@/lib/demo/demo-handler";
import { piecesOf } from "@/lib/demo/demo-stream";
import { withInPageDemo } from "@/lib/demo/in-page";
import { englishTexts } from "@/lib/demo/texts/english";
import type { Environment } from "@/lib/environment";
import { demo } from "@/lib/providers/demo";
import { fakeEnvironment } from "../../support/fake-environment";

const instant = () => fakeEnvironment({ now: 1_700_000_000_500, clock: "instant" });
const weather = { name: "get_weather", description: "", parameters: { type: "object", required: ["place"] } };

/** Asks as the app does: the provider's codec builds the call, and the environment of a page without a server sends it. */
async function ask(request: Partial<ChatRequest>, env: Environment = instant(), signal?: AbortSignal) {
  const codec = await demo.chat("scripted-demo");
  const call = codec.buildRequest(
    { model: "scripted-demo", stream: true, messages: [{ role: "user", content: "hello" }], ...request },
    { baseUrl: "/api/demo", headers: {} },
  );
  const { url, ...init } = call;
  const response = await withInPageDemo(env).fetch(url, { ...init, ...(signal ? { signal } : {}) });
  return { codec, response };
}

/** Returns the events of a streamed reply, as our own codec reads them. */
async function events(request: Partial<ChatRequest>): Promise<ChatEvent[]> {
  const { codec, response } = await ask(request);
  const blocks = (await response.text()).split("\n\n").filter((block) => block !== "");
  return blocks.flatMap((block) => codec.parseEvent({ data: block.replace(/^data: /, "") }));
}

function joined(all: readonly ChatEvent[], type: "text-delta" | "reasoning-delta"): string {
  return all.flatMap((event) => (event.type === type ? [event.text] : [])).join("");
}

const user = (content: string) => [{ role: "user", content }] as const;

test("a streamed reply arrives in chunks and ends with its token counts", async () => {
  const all = await events({});
  expect(joined(all, "text-delta")).toBe(englishTexts.greeting("`hello`"));
  expect(all.filter(({ type }) => type === "text-delta").length).toBeGreaterThan(100);
  expect(all.slice(-3)).toEqual([
    { type: "finish", finish: "stop", raw: "stop" },
    {
      type: "usage",
      usage: { inputTokens: 2, outputTokens: expect.any(Number), reasoningTokens: 0, totalTokens: expect.any(Number) },
    },
    { type: "end" },
  ]);
});

test("reasoning comes before the answer and is counted with it", async () => {
  const all = await events({ messages: user("think") });
  expect(joined(all, "reasoning-delta")).toBe(englishTexts.thinking.reasoning);
  expect(joined(all, "text-delta")).toBe(englishTexts.thinking.answer);
  const kinds = all.map(({ type }) => type);
  expect(kinds.lastIndexOf("reasoning-delta")).toBeLessThan(kinds.indexOf("text-delta"));
  const usage = all.find((event) => event.type === "usage")?.usage;
  expect(usage?.reasoningTokens).toBeGreaterThan(50);
  expect(usage?.outputTokens).toBeGreaterThan(usage?.reasoningTokens ?? 0);
  expect(usage?.totalTokens).toBe((usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0));
});

test("a tool call has its input, and ends the round", async () => {
  const all = await events({ messages: user("tool"), tools: [weather] });
  const call = all.filter(({ type }) => type.startsWith("tool-call"));
  expect(call[0]).toEqual({ type: "tool-call-start", index: 0, id: "call_chatcmpl-id-1", name: "get_weather" });
  const input = call.map((event) => (event.type === "tool-call-delta" ? event.argumentsText : "")).join("");
  expect(JSON.parse(input)).toEqual({ place: "example" });
  expect(all.at(-3)).toEqual({ type: "finish", finish: "tool-calls", raw: "tool_calls" });
});

test("a tool's result is followed by an answer", async () => {
  const toolCalls = [{ id: "call-1", name: "get_weather", argumentsText: "{}" }];
  const all = await events({
    tools: [weather],
    messages: [
      ...user("tool"),
      { role: "assistant", content: "", toolCalls },
      { role: "tool", callId: "call-1", name: "get_weather", content: "sunny" },
    ],
  });
  expect(joined(all, "text-delta")).toBe(englishTexts.afterTool("`sunny`"));
  expect(all.at(-3)).toEqual({ type: "finish", finish: "stop", raw: "stop" });
});

test("a reply that is not streamed is one object", async () => {
  const { codec, response } = await ask({ stream: false, messages: user("think") });
  const body = await response.text();
  expect(codec.parseResponse({ status: response.status, body })).toEqual([
    { type: "reasoning-delta", text: englishTexts.thinking.reasoning },
    { type: "text-delta", text: englishTexts.thinking.answer },
    { type: "finish", finish: "stop", raw: "stop" },
    { type: "usage", usage: expect.any(Object) },
    { type: "end" },
  ]);
  expect(JSON.parse(body)).toMatchObject({
    id: "chatcmpl-id-1",
    object: "chat.completion",
    created: 1_700_000_000,
    model: "scripted-demo",
  });
});

test("a tool call that is not streamed is complete", async () => {
  const { codec, response } = await ask({ stream: false, messages: user("tool"), tools: [weather] });
  const all = codec.parseResponse({ status: response.status, body: await response.text() });
  expect(all.slice(0, 4)).toEqual([
    { type: "text-delta", text: englishTexts.beforeTool },
    { type: "tool-call-start", index: 0, id: "call_chatcmpl-id-1", name: "get_weather" },
    { type: "tool-call-delta", index: 0, id: "call_chatcmpl-id-1", argumentsText: '{"place":"example"}' },
    { type: "finish", finish: "tool-calls", raw: "tool_calls" },
  ]);
});

test("reads the text of a message with images, and not their addresses", async () => {
  const content = [
    { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
    { type: "text", text: "table" },
  ] as const;
  expect(joined(await events({ messages: [{ role: "user", content }] }), "text-delta")).toBe(englishTexts.table);
});

test("the word error fails like a provider, and mentions the demonstration", async () => {
  const { codec, response } = await ask({ messages: user("error") });
  expect(codec.parseResponse({ status: response.status, body: await response.text() })).toEqual([
    {
      type: "error",
      error: { kind: "rate-limit", status: 429, code: null, message: englishTexts.error, body: expect.any(String) },
    },
  ]);
});

test("a chunk arrives every 20 milliseconds, and only on demand", async () => {
  const env = fakeEnvironment();
  const { response } = await ask({}, env);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const role = await reader?.read();
  expect(role?.value).toContain('"role":"assistant"');
  let arrived: string | undefined;
  const next = reader?.read().then(({ value }) => {
    arrived = value;
  });
  await env.advance(19);
  expect(arrived).toBeUndefined();
  await env.advance(1);
  await next;
  expect(arrived).toContain('"content":"Hello!"');
});

test("an aborted call ends at once, in the middle of a pause", async () => {
  const stop = new AbortController();
  const { response } = await ask({}, fakeEnvironment(), stop.signal);
  const reader = response.body?.getReader();
  await reader?.read();
  const next = reader?.read();
  stop.abort();
  expect(await next).toEqual({ done: true, value: undefined });
});

test("a call aborted before it began emits nothing", async () => {
  const { response } = await ask({}, fakeEnvironment());
  expect((await response.body?.getReader().read())?.done).toBe(false);
  const aborted = await ask({}, fakeEnvironment(), AbortSignal.abort());
  expect(await aborted.response.text()).toBe("");
});

test("a reply that is no longer read has no timers", async () => {
  const delays: (AbortSignal | undefined)[] = [];
  const env = {
    ...fakeEnvironment(),
    delay(_: number, signal?: AbortSignal) {
      delays.push(signal);
      return new Promise<void>((resolve) => signal?.addEventListener("abort", () => resolve()));
    },
  };
  const { response } = await ask({}, env);
  const reader = response.body?.getReader();
  await reader?.read();
  void reader?.read();
  await reader?.cancel();
  expect(delays.map((signal) => signal?.aborted)).toEqual([true]);
});

function post(body: BodyInit | null, path = ["v1", "chat", "completions"]): Promise<Response> {
  return demoHandler(new Request("http://demo.example/", { method: "POST", body }), path, instant());
}

test.each([
  ["nothing", null, 400],
  ["no JSON", "{", 400],
  ["no messages", "{}", 400],
  ["an empty list of messages", '{"messages":[]}', 400],
  ["an unknown role", '{"messages":[{"role":"root","content":"a"}]}', 400],
  ["a message of numbers", '{"messages":[{"role":"user","content":1}]}', 400],
  ["tools without names", '{"messages":[{"role":"user","content":"tool"}],"tools":[{}]}', 400],
  ["a list", "[]", 400],
  ["a body above 1 MB", `{"messages":[{"role":"user","content":"${"x".repeat(1_000_000)}"}]}`, 413],
  ["only a system message", '{"messages":[{"role":"system","content":"a"}]}', 200],
  ["a message without content", '{"messages":[{"role":"user","content":null}]}', 200],
  ["unknown fields", '{"messages":[{"role":"user","content":"a","name":"n"}],"seed":1}', 200],
])("responds to a request with %s like %#: %d", async (_, body, status) => {
  const response = await post(body as string | null);
  expect(response.status).toBe(status);
  if (status !== 200) {
    expect(await response.json()).toEqual({
      error: { message: expect.any(String), type: "invalid_request_error", param: null, code: null },
    });
  }
});

test("an interrupted request is handled like an invalid one", async () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error("aborted")) });
  const init: RequestInit & { duplex: "half" } = { method: "POST", body, duplex: "half" };
  const request = new Request("http://demo.example/", init);
  expect((await demoHandler(request, ["v1", "chat", "completions"], instant())).status).toBe(400);
});

test("has one model, and nothing at other addresses", async () => {
  const models = await demoHandler(new Request("http://demo.example/"), ["v1", "models"], instant());
  expect(demo.models).toEqual(["scripted-demo"]);
  expect(await models.json()).toEqual({
    object: "list",
    data: [{ id: "scripted-demo", object: "model", owned_by: "demo" }],
  });
  expect((await post("{}", ["v1", "embeddings"])).status).toBe(404);
  expect((await post("{}", ["v1/chat/completions", ""])).status).toBe(404);
  expect((await post("{}", ["v1", "models"])).status).toBe(404);
});

test("passes calls to other addresses on to the network", async () => {
  const env = fakeEnvironment({ responses: [new Response("from the network")] });
  const response = await withInPageDemo(env).fetch("/api/openai/v1/models", { method: "GET" });
  expect([await response.text(), env.calls]).toEqual([
    "from the network",
    [{ url: "/api/openai/v1/models", init: { method: "GET" } }],
  ]);
});

test("the chunks of a text give the text, and none is empty", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(piecesOf(text).join("")).toBe(text);
      expect(piecesOf(text)).not.toContain("");
    }),
  );
  expect(piecesOf("Two words, 你好吗 \n")).toEqual(["Two", " words,", " 你好", "吗", " \n"]);
});
