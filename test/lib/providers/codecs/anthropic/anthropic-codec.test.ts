import type { ChatRequest } from "@/lib/chat/request";
import { anthropicCodec } from "@/lib/providers/codecs/anthropic/anthropic-codec";

const connection = { baseUrl: "https://api.anthropic.com", headers: { "x-api-key": "sk-1" } };

const request: ChatRequest = {
  model: "claude-3-5-sonnet-latest",
  messages: [
    { role: "system", content: "Be brief." },
    { role: "user", content: "Hello" },
  ],
  stream: true,
  temperature: 0.5,
  topP: 0.9,
  presencePenalty: 0.1,
  frequencyPenalty: 0.2,
  maxOutputTokens: 8000,
};

function bodyOf(changes: Partial<ChatRequest>): unknown {
  return JSON.parse(anthropicCodec.buildRequest({ ...request, ...changes }, connection).body ?? "");
}

/** What every body of these tests has. */
const common = {
  system: "Be brief.",
  messages: [{ role: "user", content: "Hello" }],
  stream: true,
  max_tokens: 8000,
};

test("posts to messages with the credentials; the operator adds the version", () => {
  expect(anthropicCodec.buildRequest(request, connection)).toMatchObject({
    method: "POST",
    url: "https://api.anthropic.com/v1/messages",
    headers: {
      "x-api-key": "sk-1",
      "Content-Type": "application/json",
      Accept: "application/json",
    },
  });
});

test("uses the connection's version if it has one", () => {
  const versioned = { ...connection, options: { apiVersion: "2024-01-01" } };
  expect(anthropicCodec.buildRequest(request, versioned).headers).toMatchObject({ "anthropic-version": "2024-01-01" });
});

test("omits unset parameters, except the limit and top_k", () => {
  const messages = [{ role: "user" as const, content: "Hello" }];
  const bare: ChatRequest = { model: "claude-2.1", messages, stream: false, tools: [] };
  expect(JSON.parse(anthropicCodec.buildRequest(bare, connection).body ?? "")).toEqual({
    model: "claude-2.1",
    messages,
    stream: false,
    max_tokens: 4000,
    top_k: 5,
  });
});

test("uses the default if the limit is 0", () => {
  expect(bodyOf({ maxOutputTokens: 0 })).toMatchObject({ max_tokens: 4000 });
});

describe("sampling", () => {
  test.each([
    "claude-instant-1.2",
    "claude-2.0",
    "claude-3-opus-latest",
    "claude-3-7-sonnet-20250219",
    "claude-3.7-sonnet",
  ])("%s supports all parameters", (model) => {
    expect(bodyOf({ model })).toEqual({ ...common, model, temperature: 0.5, top_p: 0.9, top_k: 5 });
  });

  test.each([
    "claude-sonnet-4-20250514",
    "claude-opus-4-20250514",
    "claude-opus-4-5",
    "claude-haiku-4-5-20251001",
    "claude-sonnet-4@20250514",
    "claude-opus-4-6",
    "claude-sonnet-4-6",
    "anthropic/claude-sonnet-4.5",
  ])("%s supports the temperature, but not together with top_p", (model) => {
    expect(bodyOf({ model })).toEqual({ ...common, model, temperature: 0.5, top_k: 5 });
    expect(bodyOf({ model, temperature: undefined })).toEqual({ ...common, model, top_p: 0.9, top_k: 5 });
  });

  test.each(["claude-opus-4-7", "claude-opus-4-8-20260401", "claude-latest", "some-model"])(
    "%s supports none, and only thinks on request",
    (model) => {
      expect(bodyOf({ model })).toEqual({ ...common, model });
    },
  );

  test.each([
    "claude-sonnet-5",
    "claude-opus-5",
    "claude-haiku-5-5",
    "claude-sonnet-5-5",
    "claude-opus-5-5",
    "claude-fable-5-2",
    "claude-mythos-5",
    "claude-opus-10",
    "anthropic/claude-opus-5.5",
  ])("%s supports none, and is asked to show its reasoning", (model) => {
    expect(bodyOf({ model })).toEqual({ ...common, model, thinking: { type: "adaptive", display: "summarized" } });
  });

  test.each([
    [2, 1],
    [-1, 0],
  ])("clamps a temperature of %p to %p", (temperature, sent) => {
    expect(bodyOf({ temperature })).toMatchObject({ temperature: sent });
  });
});

test("tool schemas are objects, even if they do not say so", () => {
  const place = { type: "string" };
  const tools = [
    { name: "tide", description: "Tide times", parameters: { type: "object", properties: { place } } },
    { name: "now", description: "The time", parameters: {} },
  ];
  expect(bodyOf({ tools })).toMatchObject({
    tools: [
      { name: "tide", description: "Tide times", input_schema: { type: "object", properties: { place } } },
      { name: "now", description: "The time", input_schema: { type: "object" } },
    ],
  });
});

describe("an incomplete reply at the end of the messages", () => {
  const messages: ChatRequest["messages"] = [
    { role: "user", content: "Hello" },
    { role: "assistant", content: "Good" },
  ];

  test.each(["claude-3-opus-latest", "claude-opus-4-5"])("%s accepts it", (model) => {
    expect(bodyOf({ model, messages })).toMatchObject({ messages });
  });

  test.each(["claude-opus-4-6", "claude-sonnet-4-6", "claude-opus-4-7", "claude-haiku-5-5", "some-model"])(
    "%s rejects it, so it is omitted",
    (model) => {
      expect(bodyOf({ model, messages })).toMatchObject({ messages: [{ role: "user", content: "Hello" }] });
      expect(bodyOf({ model, messages: messages.slice(1) })).toMatchObject({
        messages: [{ role: "user", content: ";" }],
      });
    },
  );
});

test("asks Claude to cache the beginning of requests that will be continued", () => {
  expect(bodyOf({ isContinued: true })).toMatchObject({ cache_control: { type: "ephemeral" } });
  expect(bodyOf({})).not.toHaveProperty("cache_control");
});
