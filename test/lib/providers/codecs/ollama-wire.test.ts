import type { ModelControls } from "@/lib/chat/model-controls";
import type { ChatRequest } from "@/lib/chat/request";
import { ollamaCodec } from "@/lib/providers/codecs/ollama-wire";

const connection = { baseUrl: "http://localhost:11434", headers: {} };
const request: ChatRequest = {
  model: "qwen3.6:27b",
  messages: [{ role: "user", content: "Why do tides turn?" }],
  stream: true,
  temperature: 0.5,
  maxOutputTokens: 4000,
};

async function callOf(controls?: ModelControls) {
  const { url, body = "" } = (await ollamaCodec()).buildRequest(
    { ...request, ...(controls && { controls }) },
    connection,
  );
  return { url, body: JSON.parse(body) };
}

test.each<[ModelControls | undefined]>([[undefined], [{}], [{ thinking: "off", seed: 7 }]])(
  "with %j, a request is of the OpenAI dialect",
  async (controls) => {
    expect(await callOf(controls)).toEqual({
      url: "http://localhost:11434/v1/chat/completions",
      body: {
        model: "qwen3.6:27b",
        messages: [{ role: "user", content: "Why do tides turn?" }],
        stream: true,
        temperature: 0.5,
        stream_options: { include_usage: true },
      },
    });
  },
);

test.each<[ModelControls, object, object]>([
  [{ contextLength: 8192 }, { num_ctx: 8192 }, {}],
  [{ keepAlive: "fiveMinutes" }, {}, { keep_alive: "5m" }],
  [{ keepAlive: "oneHour" }, {}, { keep_alive: "1h" }],
  [{ contextLength: 512, keepAlive: "forever" }, { num_ctx: 512 }, { keep_alive: -1 }],
  [{ keepAlive: "unload" }, {}, { keep_alive: 0 }],
])("with %j, a request is of Ollama's own API", async (controls, options, fields) => {
  expect(await callOf(controls)).toEqual({
    url: "http://localhost:11434/api/chat",
    body: {
      model: "qwen3.6:27b",
      messages: [{ role: "user", content: "Why do tides turn?" }],
      stream: true,
      options: { temperature: 0.5, ...options },
      ...fields,
    },
  });
});

test.each([
  ['{"choices":[{"index":0,"delta":{"content":"Hi"}}]}', [{ type: "text-delta", text: "Hi" }]],
  ["[DONE]", [{ type: "end" }]],
  ['{"message":{"role":"assistant","content":"Hi"},"done":false}', [{ type: "text-delta", text: "Hi" }]],
  [
    '{"message":{"role":"assistant","content":""},"done":true,"done_reason":"stop"}',
    [{ type: "finish", finish: "stop", raw: "stop" }, { type: "end" }],
  ],
])("the event %s is read by the API that sent it", async (data, events) => {
  expect((await ollamaCodec()).parseEvent({ data })).toEqual(events);
});

test.each([
  [200, '{"choices":[{"message":{"content":"Hi"},"finish_reason":"stop"}]}', { type: "text-delta", text: "Hi" }],
  [200, '{"message":{"content":"Hi"},"done":true,"done_reason":"stop"}', { type: "text-delta", text: "Hi" }],
  [404, '{"error":"model \\"x\\" not found"}', { type: "error", error: { kind: "not-found" } }],
  [404, '{"error":{"message":"model \\"x\\" not found"}}', { type: "error", error: { kind: "not-found" } }],
  [502, "Bad gateway", { type: "error", error: { kind: "server" } }],
])("the response %d %s is read by the API that sent it", async (status, body, first) => {
  expect((await ollamaCodec()).parseResponse({ status, body })[0]).toMatchObject(first);
});
