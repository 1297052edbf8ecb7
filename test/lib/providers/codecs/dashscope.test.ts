import fc from "fast-check";
import type { ChatEvent } from "@/lib/chat/event";
import type { ChatRequest } from "@/lib/chat/request";
import { dashScope } from "@/lib/providers/codecs/dashscope";
import { sampleRequest, withImage } from "../../../support/request-samples";

const connection = { baseUrl: "https://provider.test/api/", headers: { Authorization: "Bearer key" } };

const request = sampleRequest("qwen-plus");

function bodyOf(asked: ChatRequest): unknown {
  return JSON.parse(dashScope.buildRequest(asked, connection).body ?? "");
}

describe("a call", () => {
  test("to a text model has nested messages and parameters, and no other sampling", () => {
    expect(bodyOf(request)).toEqual({
      model: "qwen-plus",
      input: {
        messages: [
          { role: "system", content: "Be brief." },
          { role: "user", content: "Hello" },
        ],
      },
      parameters: { result_format: "message", incremental_output: true, temperature: 0.5, top_p: 0.9 },
    });
  });

  test.each([
    [true, "enable"],
    [false, "disable"],
  ])("with stream %p declares it in the header and in the parameters", (stream, header) => {
    const { method, headers } = dashScope.buildRequest({ ...request, stream }, connection);
    expect({ method, headers }).toEqual({
      method: "POST",
      headers: {
        Authorization: "Bearer key",
        "Content-Type": "application/json",
        Accept: "application/json",
        "X-DashScope-SSE": header,
      },
    });
    expect(bodyOf({ ...request, stream })).toMatchObject({ parameters: { incremental_output: stream } });
  });

  test.each([
    [undefined, undefined],
    [0, 0.01],
    [0.3, 0.3],
    [0.99, 0.99],
    [1, 0.99],
  ])("sends top_p %p as %p", (topP, top_p) => {
    expect(bodyOf({ model: "m", messages: [], stream: false, topP })).toEqual({
      model: "m",
      input: { messages: [] },
      parameters: { result_format: "message", incremental_output: false, ...(top_p && { top_p }) },
    });
  });

  test.each([
    ["qwen-plus", "Hello", "text-generation"],
    ["qwen3.5-plus", "Hello", "multimodal-generation"],
    ["qwen3.6-flash", "Hello", "multimodal-generation"],
    ["qwen3.7-plus", "Hello", "multimodal-generation"],
    ["qwen3.7-flash-2026-07-27", "Hello", "multimodal-generation"],
    ["qwen3.8-flash", "Hello", "multimodal-generation"],
    ["Qwen3.8-Max", "Hello", "multimodal-generation"],
    ["qwen3.8-max", withImage, "multimodal-generation"],
    ["qwen3.6-max-preview", "Hello", "text-generation"],
    ["qwen3.7-max", "Hello", "text-generation"],
    ["qwen3.7-max-2026-06-01", "Hello", "text-generation"],
    ["qwen3-coder-plus", "Hello", "text-generation"],
    ["qvq-max", "Hello", "multimodal-generation"],
    ["some-model", withImage, "multimodal-generation"],
    ["some-model", "Hello", "text-generation"],
    ["qwen-vl-max", "Hello", "multimodal-generation"],
    ["Qwen3-VL-plus", "Hello", "multimodal-generation"],
    ["qwen-omni-turbo", "Hello", "multimodal-generation"],
  ])("of %s with %j goes to the path for %s", (model, content, path) => {
    const asked: ChatRequest = { model, messages: [{ role: "user", content }], stream: true };
    expect(dashScope.buildRequest(asked, connection).url).toBe(
      `https://provider.test/api/v1/services/aigc/${path}/generation`,
    );
  });

  test("to a text model stays one if an earlier model generated an image", () => {
    const messages: ChatRequest["messages"] = [
      { role: "assistant", content: withImage },
      { role: "user", content: "And now?" },
    ];
    const { url } = dashScope.buildRequest({ ...request, messages }, connection);
    expect(url).toBe("https://provider.test/api/v1/services/aigc/text-generation/generation");
  });

  test("with images has all contents as parts, and only the user's images", () => {
    const asked: ChatRequest = {
      model: "qwen-vl-max",
      stream: true,
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: withImage },
        { role: "assistant", content: withImage },
        { role: "user", content: "And this?" },
      ],
    };
    expect(bodyOf(asked)).toMatchObject({
      input: {
        messages: [
          { role: "system", content: [{ text: "Be brief." }] },
          { role: "user", content: [{ text: "Which port?" }, { image: "data:image/png;base64,AAAA" }] },
          { role: "assistant", content: [{ text: "Which port?" }] },
          { role: "user", content: [{ text: "And this?" }] },
        ],
      },
    });
  });

  test("to a model with vision has tool calls with contents as parts", () => {
    const toolCalls = [{ id: "call_1", name: "tide", argumentsText: "{}" }];
    const asked: ChatRequest = {
      model: "qwen3.8-flash",
      stream: true,
      messages: [
        { role: "user", content: "When?" },
        { role: "assistant", content: "", toolCalls },
        { role: "tool", callId: "call_1", name: "tide", content: "06:12" },
      ],
    };
    const tideCall = { id: "call_1", type: "function", function: { name: "tide", arguments: "{}" } };
    expect(bodyOf(asked)).toHaveProperty("input.messages", [
      { role: "user", content: [{ text: "When?" }] },
      { role: "assistant", content: [{ text: "" }], tool_calls: [tideCall] },
      { role: "tool", tool_call_id: "call_1", name: "tide", content: "06:12" },
    ]);
  });

  test("has its tools among the parameters, and tool calls and results in OpenAI's format", () => {
    const parameters = { type: "object", properties: { place: { type: "string" } } };
    const asked: ChatRequest = {
      model: "qwen-plus",
      stream: true,
      messages: [
        {
          role: "assistant",
          content: "",
          toolCalls: [{ id: "call_1", name: "tide", argumentsText: '{"place":"Amber"}' }],
        },
        { role: "tool", callId: "call_1", name: "tide", content: "06:12" },
      ],
      tools: [{ name: "tide", description: "Tide times", parameters }],
    };
    const tideCall = { id: "call_1", type: "function", function: { name: "tide", arguments: '{"place":"Amber"}' } };
    expect(bodyOf(asked)).toEqual({
      model: "qwen-plus",
      input: {
        messages: [
          { role: "assistant", content: "", tool_calls: [tideCall] },
          { role: "tool", tool_call_id: "call_1", name: "tide", content: "06:12" },
        ],
      },
      parameters: {
        result_format: "message",
        incremental_output: true,
        tools: [{ type: "function", function: { name: "tide", description: "Tide times", parameters } }],
      },
    });
  });
});

const answer = {
  output: {
    choices: [{ message: { role: "assistant", content: "Low.", reasoning_content: "Hm." }, finish_reason: "stop" }],
  },
  usage: {
    input_tokens: 12,
    output_tokens: 9,
    total_tokens: 21,
    output_tokens_details: { reasoning_tokens: 3 },
    prompt_tokens_details: { cached_tokens: 4 },
  },
};

const answerEvents: readonly ChatEvent[] = [
  { type: "reasoning-delta", text: "Hm." },
  { type: "text-delta", text: "Low." },
  { type: "finish", finish: "stop", raw: "stop" },
  {
    type: "usage",
    usage: { inputTokens: 12, outputTokens: 9, reasoningTokens: 3, cachedInputTokens: 4, totalTokens: 21 },
  },
];

describe("an event of a stream", () => {
  const output = (message: unknown, finish_reason = "null") => ({ output: { choices: [{ message, finish_reason }] } });
  const rows: readonly (readonly [string, unknown, readonly ChatEvent[]])[] = [
    ["all kinds of content", answer, answerEvents],
    [
      "parts of text and an image",
      output({ content: [{ text: "A" }, { image: "https://images.test/1.png" }, { text: "B" }] }),
      [
        { type: "image", url: "https://images.test/1.png" },
        { type: "text-delta", text: "A" },
        { type: "text-delta", text: "B" },
      ],
    ],
    ["bare text", { output: { text: "Low.", finish_reason: "null" } }, [{ type: "text-delta", text: "Low." }]],
    [
      "calls without an index",
      output({ content: "", tool_calls: [{ id: "a", function: { name: "tide", arguments: "{}" } }] }),
      [
        { type: "tool-call-start", id: "a", name: "tide" },
        { type: "tool-call-delta", id: "a", argumentsText: "{}" },
      ],
    ],
    ["the length limit", output({ content: "" }, "length"), [{ type: "finish", finish: "length", raw: "length" }]],
    ["no choices", { output: { choices: [] } }, []],
    ["unknown content", { progress: 3 }, []],
  ];
  test.each(rows)("with %s is parsed", (_name, payload, events) => {
    expect(dashScope.parseEvent({ event: "result", data: JSON.stringify(payload) })).toEqual(events);
  });

  test.each([
    ["DataInspectionFailed", "content-filter"],
    ["InvalidParameter", "bad-request"],
    ["InvalidApiKey", "auth"],
    ["Arrearage", "quota"],
    ["Throttling.RateQuota", "rate-limit"],
    ["Throttling.AllocationQuota", "quota"],
    ["AllocationQuota.FreeTierOnly", "quota"],
    ["Model.AccessDenied", "permission"],
    ["InternalError", "server"],
  ])("with the error %s is of kind %s, with or without its prefix", (code, kind) => {
    const data = JSON.stringify({ code, message: "So it is.", request_id: "r" });
    const error = { kind, code, message: "So it is." };
    expect(dashScope.parseEvent({ event: "error", data })).toMatchObject([{ type: "error", error }]);
    expect(dashScope.parseEvent({ data })).toMatchObject([{ type: "error", error }]);
  });
});

describe("a whole reply", () => {
  test("is parsed and ends", () => {
    expect(dashScope.parseResponse({ status: 200, body: JSON.stringify(answer) })).toEqual([
      ...answerEvents,
      { type: "end" },
    ]);
  });

  test.each([
    [429, { code: "Throttling.BurstRate", message: "Slow down." }, "rate-limit"],
    [200, { code: "InternalError", message: "Oh." }, "server"],
    [200, { id: "something else" }, "protocol"],
    [403, { code: "AccessDenied", message: "No." }, "permission"],
  ])("with status %d and %j is an error of kind %s", (status, body, kind) => {
    expect(dashScope.parseResponse({ status, body: JSON.stringify(body) })).toMatchObject([
      { type: "error", error: { kind } },
    ]);
  });
});

test("the codec never throws", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), fc.constantFrom(200, 400, 500), (body, status) => {
      dashScope.parseEvent({ data: body });
      dashScope.parseEvent({ event: "error", data: body });
      dashScope.parseResponse({ status, body });
      dashScope.parseEvent({ data: `{"output":${body},"usage":${body}}` });
      dashScope.parseEvent({ data: `{"output":{"choices":[{"message":${body},"finish_reason":${body}}]}}` });
    }),
  );
});
