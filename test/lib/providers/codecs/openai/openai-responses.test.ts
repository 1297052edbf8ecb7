import type { ChatRequest, ModelMessage } from "@/lib/chat/request";
import { openAIResponses } from "@/lib/providers/codecs/openai/openai-responses";

const connection = { baseUrl: "https://api.openai.com", headers: { Authorization: "Bearer sk-1" } };
const codec = openAIResponses({ path: "v1/responses" });

function bodyOf(request: ChatRequest): unknown {
  return JSON.parse(codec.buildRequest(request, connection).body ?? "");
}

function inputOf(messages: readonly ModelMessage[]): unknown {
  return bodyOf({ model: "m", stream: true, messages });
}

/** What every body has. */
const common = { store: false, include: ["reasoning.encrypted_content"], reasoning: { summary: "auto" } };

test("posts to the path below the base address, with the credentials", () => {
  expect(codec.buildRequest({ model: "m", stream: true, messages: [] }, connection)).toMatchObject({
    method: "POST",
    url: "https://api.openai.com/v1/responses",
    headers: { Authorization: "Bearer sk-1", "Content-Type": "application/json", Accept: "application/json" },
  });
});

test("a plain request has instructions, input and a limit, and no sampling", () => {
  const request: ChatRequest = {
    model: "gpt-6.1-sol",
    messages: [
      { role: "system", content: "Be brief." },
      { role: "system", content: "Be kind." },
      { role: "user", content: "Hello" },
    ],
    stream: true,
    temperature: 0.5,
    topP: 0.9,
    presencePenalty: 0.1,
    frequencyPenalty: 0.2,
    maxOutputTokens: 4000,
  };
  expect(bodyOf(request)).toEqual({
    ...common,
    model: "gpt-6.1-sol",
    instructions: "Be brief.\n\nBe kind.",
    input: [{ role: "user", content: [{ type: "input_text", text: "Hello" }] }],
    stream: true,
    max_output_tokens: 4000,
  });
});

test("omits unset parameters", () => {
  expect(bodyOf({ model: "m", stream: false, messages: [], maxOutputTokens: 0, tools: [] })).toEqual({
    ...common,
    model: "m",
    input: [],
    stream: false,
  });
});

test("tools are flat, and their schemas not strict", () => {
  const parameters = { type: "object", properties: { place: { type: "string" } } };
  const tools = [{ name: "tide", description: "Tide times", parameters }];
  expect(bodyOf({ model: "m", stream: true, messages: [], tools })).toMatchObject({
    tools: [{ type: "function", name: "tide", description: "Tide times", parameters, strict: false }],
  });
});

const png = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } } as const;

const tideCall = { id: "c1", name: "tide", argumentsText: '{"place":"Amber"}' };
const nowCall = { id: "c2", name: "now", argumentsText: "" };

const cases: readonly (readonly [string, readonly ModelMessage[], unknown])[] = [
  [
    "sends a later system message as the developer's",
    [
      { role: "user", content: "One" },
      { role: "system", content: "Be kind." },
    ],
    [
      { role: "user", content: [{ type: "input_text", text: "One" }] },
      { role: "developer", content: [{ type: "input_text", text: "Be kind." }] },
    ],
  ],
  [
    "only sends the user's images",
    [
      { role: "user", content: [{ type: "text", text: "Which port?" }, png] },
      { role: "assistant", content: [{ type: "text", text: "Amber" }, png] },
      { role: "assistant", content: [png] },
    ],
    [
      {
        role: "user",
        content: [
          { type: "input_text", text: "Which port?" },
          { type: "input_image", image_url: "data:image/png;base64,AAAA", detail: "auto" },
        ],
      },
      { role: "assistant", content: "Amber" },
    ],
  ],
  [
    "sends reasoning, text and calls back in their order in a tool loop",
    [
      { role: "user", content: "Tides?" },
      {
        role: "assistant",
        content: "Looking.",
        toolCalls: [tideCall, nowCall],
        parts: [
          { type: "replay", item: { kind: "openai.reasoning", id: "rs_1", encryptedContent: "gAAA" } },
          { type: "text", text: "Looking." },
          { type: "replay", item: { kind: "openai.reasoning", id: "rs_2", encryptedContent: "" } },
          { type: "replay", item: { kind: "openai.reasoning", id: "rs_3", encryptedContent: "gBBB" } },
          { type: "replay", item: { kind: "anthropic.thinking", thinking: "x", signature: "x" } },
          { type: "call", call: tideCall },
          { type: "call", call: nowCall },
        ],
      },
      { role: "tool", callId: "c1", name: "tide", content: "06:12" },
      { role: "tool", callId: "c2", name: "now", content: "05:00" },
    ],
    [
      { role: "user", content: [{ type: "input_text", text: "Tides?" }] },
      { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "gAAA" },
      { role: "assistant", content: "Looking." },
      { type: "reasoning", id: "rs_3", summary: [], encrypted_content: "gBBB" },
      { type: "function_call", call_id: "c1", name: "tide", arguments: '{"place":"Amber"}' },
      { type: "function_call", call_id: "c2", name: "now", arguments: "{}" },
      { type: "function_call_output", call_id: "c1", output: "06:12" },
      { type: "function_call_output", call_id: "c2", output: "05:00" },
    ],
  ],
  [
    "sends images of a result inside it, after its text",
    [{ role: "tool", callId: "c1", name: "draw", content: "Here.", images: ["data:image/png;base64,AQI="] }],
    [
      {
        type: "function_call_output",
        call_id: "c1",
        output: [
          { type: "input_text", text: "Here." },
          { type: "input_image", image_url: "data:image/png;base64,AQI=", detail: "auto" },
        ],
      },
    ],
  ],
  [
    "omits reasoning of earlier turns",
    [
      {
        role: "assistant",
        content: "06:12",
        parts: [{ type: "replay", item: { kind: "openai.reasoning", id: "rs_1", encryptedContent: "g" } }],
      },
      { role: "user", content: "Thanks" },
    ],
    [
      { role: "assistant", content: "06:12" },
      { role: "user", content: [{ type: "input_text", text: "Thanks" }] },
    ],
  ],
];

test.each(cases)("%s", (_name, messages, input) => {
  expect(inputOf(messages)).toEqual({ ...common, model: "m", stream: true, input });
});
