import type { ChatRequest } from "@/lib/chat/request";
import { type OpenAIDialect, openAICompatible } from "@/lib/providers/codecs/openai/openai-compatible";
import { sampleRequest } from "../../../../support/request-samples";

const connection = { baseUrl: "https://provider.test/base", headers: { Authorization: "Bearer key" } };

const request = sampleRequest("some-model");

function bodyOf(asked: ChatRequest, dialect: Partial<OpenAIDialect> = {}): unknown {
  const { body } = openAICompatible({ path: "v1/chat/completions", ...dialect }).buildRequest(asked, connection);
  return JSON.parse(body ?? "");
}

test("posts to the path below the base address, with the credentials", () => {
  expect(openAICompatible({ path: "v1/chat/completions" }).buildRequest(request, connection)).toMatchObject({
    method: "POST",
    url: "https://provider.test/base/v1/chat/completions",
    headers: { Authorization: "Bearer key", "Content-Type": "application/json", Accept: "application/json" },
  });
});

test("a plain request has the seven common fields and no others", () => {
  expect(bodyOf(request)).toEqual({
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Hello" },
    ],
    stream: true,
    model: "some-model",
    temperature: 0.5,
    presence_penalty: 0.1,
    frequency_penalty: 0.2,
    top_p: 0.9,
  });
});

test("omits unset parameters", () => {
  const messages = [{ role: "user" as const, content: "Hello" }];
  expect(bodyOf({ model: "m", messages, stream: false, tools: [] })).toEqual({ model: "m", messages, stream: false });
});

test("only requests token counts in streams", () => {
  expect(bodyOf(request, { sendsUsageOption: true })).toMatchObject({ stream_options: { include_usage: true } });
  expect(bodyOf({ ...request, stream: false }, { sendsUsageOption: true })).not.toHaveProperty("stream_options");
});

test("omits sampling if the model rejects it, except a fixed temperature", () => {
  const bare = { messages: request.messages, stream: true, model: "some-model" };
  expect(bodyOf(request, { sendsSampling: false })).toEqual(bare);
  expect(bodyOf(request, { sendsSampling: false, fixedTemperature: 1 })).toEqual({ ...bare, temperature: 1 });
});

test("omits the penalties if only they are rejected", () => {
  const body = bodyOf(request, { sendsPenalties: false });
  expect(body).toMatchObject({ temperature: 0.5, top_p: 0.9 });
  expect(body).not.toHaveProperty("presence_penalty");
  expect(body).not.toHaveProperty("frequency_penalty");
});

test.each([
  [0, 0.1],
  [0.5, 0.5],
  [2, 1],
  [undefined, undefined],
])("sends a temperature of %p as %p if 0.1 to 1 is allowed", (temperature, sent) => {
  const asked = { model: "m", messages: [], stream: false, ...(temperature === undefined ? {} : { temperature }) };
  expect(bodyOf(asked, { temperatureRange: [0.1, 1] })).toEqual(
    sent === undefined ? asked : { ...asked, temperature: sent },
  );
});

test.each([
  [1000, 4000],
  [4000, 4000],
  [9000, 9000],
  [undefined, 4000],
])("sends a limit of %p as %p if 4000 is the minimum", (maxOutputTokens, sent) => {
  const asked = {
    model: "m",
    messages: [],
    stream: false,
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
  };
  expect(bodyOf(asked, { tokenLimitField: "max_tokens", minTokenLimit: 4000 })).toMatchObject({ max_tokens: sent });
});

test.each(["max_tokens", "max_completion_tokens"] as const)("sends the limit as %s", (tokenLimitField) => {
  expect(bodyOf(request, { tokenLimitField })).toMatchObject({ [tokenLimitField]: 4000 });
});

test("puts the developer message first, in place of system messages", () => {
  expect(bodyOf(request, { developerMessage: "Formatting re-enabled" })).toMatchObject({
    messages: [
      { role: "developer", content: "Formatting re-enabled" },
      { role: "user", content: "Hello" },
    ],
  });
});

test("a trailing system message is sent as the question, and not replaced by the developer message", () => {
  const messages = [
    { role: "system", content: "Recap: we met." },
    { role: "user", content: "Hello" },
    { role: "system", content: "Sum up." },
  ] as const;
  expect(bodyOf({ ...request, messages }, { developerMessage: "Formatting re-enabled" })).toMatchObject({
    messages: [
      { role: "developer", content: "Formatting re-enabled" },
      { role: "user", content: "Hello" },
      { role: "user", content: "Sum up." },
    ],
  });
});

test("sends the user's images as parts, and omits the model's", () => {
  const parts = [
    { type: "text", text: "Which port?" },
    { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
  ] as const;
  const messages = [
    { role: "user", content: parts },
    { role: "assistant", content: parts },
  ] as const;
  expect(bodyOf({ model: "m", stream: true, messages })).toMatchObject({
    messages: [
      { role: "user", content: parts },
      { role: "assistant", content: "Which port?" },
    ],
  });
});

test("omits images if they are rejected", () => {
  const parts = [
    { type: "text", text: "Which port?" },
    { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
  ] as const;
  const messages = [{ role: "user", content: parts }] as const;
  expect(bodyOf({ model: "m", stream: true, messages }, { sendsImages: false })).toMatchObject({
    messages: [{ role: "user", content: "Which port?" }],
  });
});

describe("in a tool loop", () => {
  const messages = [
    {
      role: "assistant",
      content: "Let me see.",
      reasoning: "Look it up.",
      toolCalls: [{ id: "call_1", name: "tide", argumentsText: "{}" }],
    },
    { role: "tool", callId: "call_1", name: "tide", content: "06:12" },
    { role: "assistant", content: "At six.", reasoning: "Say it." },
  ] as const;
  const calls = [{ id: "call_1", type: "function", function: { name: "tide", arguments: "{}" } }];

  test("reasoning before calls is sent back only if required", () => {
    expect(bodyOf({ model: "m", stream: true, messages }, { echoesReasoning: true })).toMatchObject({
      messages: [
        { role: "assistant", content: "Let me see.", reasoning_content: "Look it up.", tool_calls: calls },
        { role: "tool", tool_call_id: "call_1", name: "tide", content: "06:12" },
        { role: "assistant", content: "At six." },
      ],
    });
    expect(JSON.stringify(bodyOf({ model: "m", stream: true, messages }))).not.toContain("Look it up.");
  });

  test("a tool's result is sent without the tool's name if that is rejected", () => {
    const asked = { model: "m", stream: true, messages: messages.slice(1, 2) };
    expect(bodyOf(asked, { sendsToolNames: false })).toMatchObject({
      messages: [{ role: "tool", tool_call_id: "call_1", content: "06:12" }],
    });
    expect(JSON.stringify(bodyOf(asked, { sendsToolNames: false }))).not.toContain("tide");
  });
});

test("repairs the history before converting it", () => {
  const asked = bodyOf(request, {
    fixHistory: (messages) => messages.slice(1),
    developerMessage: "Formatting re-enabled",
  });
  expect(asked).toMatchObject({
    messages: [
      { role: "developer", content: "Formatting re-enabled" },
      { role: "user", content: "Hello" },
    ],
  });
});

test("sends tools, calls and results in the dialect's format", () => {
  const parameters = { type: "object", properties: { place: { type: "string" } } };
  const asked: ChatRequest = {
    model: "m",
    stream: true,
    messages: [
      {
        role: "assistant",
        content: "",
        toolCalls: [
          { id: "call_1", name: "tide", argumentsText: '{"place":"Amber"}' },
          { id: "call_2", name: "now", argumentsText: "" },
        ],
      },
      { role: "tool", callId: "call_1", name: "tide", content: "06:12" },
    ],
    tools: [{ name: "tide", description: "Tide times", parameters }],
  };
  expect(bodyOf(asked)).toEqual({
    model: "m",
    stream: true,
    messages: [
      {
        role: "assistant",
        content: null,
        tool_calls: [
          { id: "call_1", type: "function", function: { name: "tide", arguments: '{"place":"Amber"}' } },
          { id: "call_2", type: "function", function: { name: "now", arguments: "{}" } },
        ],
      },
      { role: "tool", tool_call_id: "call_1", name: "tide", content: "06:12" },
    ],
    tools: [{ type: "function", function: { name: "tide", description: "Tide times", parameters } }],
  });
});
