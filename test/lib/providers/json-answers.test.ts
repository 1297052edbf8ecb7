import type { AnswerFormat } from "@/lib/chat/answer-format";
import type { ModelControls } from "@/lib/chat/model-controls";
import type { ChatRequest } from "@/lib/chat/request";
import { customEndpoint } from "@/lib/providers/custom-endpoint";
import { jsonTypes, namingJson } from "@/lib/providers/json-answers";
import { withControls } from "@/lib/providers/model-controls";
import { ownResponsesServer, ownServer } from "@/lib/providers/places";
import type { Provider } from "@/lib/providers/provider";
import { providerByName } from "@/lib/providers/registry";

const own = { id: "custom-1", name: "Bench", boundName: "custom-1", models: [] };
const ownProviders: Readonly<Record<string, Provider>> = {
  [ownServer]: customEndpoint(own),
  [ownResponsesServer]: customEndpoint({ ...own, apiType: "openai-responses" }),
};
const connection = { baseUrl: "https://provider.test", headers: {} };
const tides: ChatRequest["messages"] = [{ role: "user", content: "List the tides." }];
const tools: ChatRequest["tools"] = [{ name: "tide", description: "Tides.", parameters: { type: "object" } }];

async function bodyOf(place: string, model: string, changes: Partial<ChatRequest>) {
  const provider = ownProviders[place] ?? providerByName(place);
  if (!provider) throw new Error(`The registry has no ${place}.`);
  const request = { model, messages: tides, stream: false, ...changes };
  return JSON.parse(withControls(await provider.chat(model), place).buildRequest(request, connection).body ?? "");
}

/** A strict schema, and one that OpenAI follows only as far as it can. */
const strict = {
  type: "object",
  properties: { at: { type: "string" }, height: { type: "number" } },
  required: ["at", "height"],
  additionalProperties: false,
};
const loose = { type: "object", properties: { at: { type: "string" } } };
const json: AnswerFormat = { type: "json" };
const bySchema: AnswerFormat = { type: "schema", schema: strict };
const chat = { messages: tides, stream: false };
const naming = [{ role: "user", content: "List the tides.\n\nAnswer with JSON only." }];
/** The limit of models that see images. */
const seeing = { ...chat, max_tokens: 4000 };
const jsonSchema = { type: "json_schema", json_schema: { name: "answer", schema: strict, strict: true } };

test.each<[string, string, AnswerFormat, object]>([
  [
    "OpenAI",
    "gpt-4o",
    json,
    { ...seeing, model: "gpt-4o", messages: naming, response_format: { type: "json_object" } },
  ],
  ["OpenAI", "gpt-4o", bySchema, { ...seeing, model: "gpt-4o", response_format: jsonSchema }],
  [
    "OpenAI",
    "gpt-4o",
    { type: "schema", schema: loose },
    {
      ...seeing,
      model: "gpt-4o",
      response_format: { type: "json_schema", json_schema: { name: "answer", schema: loose } },
    },
  ],
  [
    "OpenAI",
    "gpt-6-astra",
    bySchema,
    {
      model: "gpt-6-astra",
      input: [{ role: "user", content: [{ type: "input_text", text: "List the tides." }] }],
      stream: false,
      store: false,
      include: ["reasoning.encrypted_content"],
      reasoning: { summary: "auto" },
      text: { format: { type: "json_schema", name: "answer", schema: strict, strict: true } },
    },
  ],
  [
    ownResponsesServer,
    "llama-4",
    json,
    {
      model: "llama-4",
      input: [{ role: "user", content: [{ type: "input_text", text: "List the tides.\n\nAnswer with JSON only." }] }],
      stream: false,
      store: false,
      text: { format: { type: "json_object" } },
    },
  ],
  [
    "DeepSeek",
    "deepseek-chat",
    json,
    { ...chat, model: "deepseek-chat", messages: naming, response_format: { type: "json_object" } },
  ],
  [
    "Mistral",
    "mistral-large-latest",
    bySchema,
    { ...chat, model: "mistral-large-latest", response_format: jsonSchema },
  ],
  ["Ollama", "qwen3:8b", bySchema, { ...chat, model: "qwen3:8b", response_format: jsonSchema }],
  ["LM Studio", "gemma-3", bySchema, { ...chat, model: "gemma-3", response_format: jsonSchema }],
  [ownServer, "llama-4", bySchema, { ...chat, model: "llama-4", response_format: jsonSchema }],
])("%s gets for %s the form of answers %j", async (place, model, answer, body) => {
  expect(await bodyOf(place, model, { controls: { answer } })).toEqual(body);
});

test.each<[ModelControls, object]>([
  [{ answer: bySchema }, { output_config: { format: { type: "json_schema", schema: strict } } }],
  [
    { answer: bySchema, thinking: "low" },
    {
      thinking: { type: "adaptive", display: "summarized" },
      output_config: { effort: "low", format: { type: "json_schema", schema: strict } },
    },
  ],
  [{ answer: json }, {}],
])("Claude gets with %j a schema beside its effort, and no JSON without one", async (controls, fields) => {
  const plain = await bodyOf("Anthropic", "claude-opus-5", {});
  expect(await bodyOf("Anthropic", "claude-opus-5", { controls })).toEqual({ ...plain, ...fields });
});

const asJson = { responseMimeType: "application/json" };

test.each<[AnswerFormat, Partial<ChatRequest>, object]>([
  [json, { messages: [{ role: "user", content: "As JSON" }] }, asJson],
  [bySchema, {}, { ...asJson, responseJsonSchema: strict }],
  [bySchema, { tools }, {}],
])("Gemini gets for %j with %j a type and a schema, but not beside tools", async (answer, changes, config) => {
  const plain = await bodyOf("Google", "gemini-2.5-flash", changes);
  expect(await bodyOf("Google", "gemini-2.5-flash", { ...changes, controls: { answer } })).toEqual({
    ...plain,
    generationConfig: { ...plain.generationConfig, ...config },
  });
});

test.each<[AnswerFormat, unknown]>([
  [json, "json"],
  [bySchema, strict],
])("Ollama's own API gets for %j a format", async (answer, format) => {
  expect(await bodyOf("Ollama", "qwen3:8b", { controls: { answer, contextLength: 8192 } })).toEqual({
    model: "qwen3:8b",
    messages: answer.type === "json" ? naming : tides,
    stream: false,
    options: { num_ctx: 8192 },
    format,
  });
});

test.each<[string, string, readonly AnswerFormat["type"][]]>([
  ["OpenAI", "gpt-5.1", ["json", "schema"]],
  ["OpenAI", "gpt-4-turbo", ["json"]],
  ["OpenAI", "gpt-4", []],
  ["OpenAI", "o1-mini", []],
  ["OpenAI", "gpt-image-2", []],
  ["OpenAI", "gpt-4o-audio-preview", []],
  ["Azure", "gpt-4.1", ["json", "schema"]],
  ["Azure", "my-deployment", []],
  ["Anthropic", "claude-3-7-sonnet-latest", []],
  ["Anthropic", "claude-opus-4-1", []],
  ["Anthropic", "claude-haiku-4-5", ["schema"]],
  ["Anthropic", "claude-fable-5-2", ["schema"]],
  ["Google", "gemini-3-pro-image", []],
  ["Google", "gemma-4-31b-it", []],
  ["DeepSeek", "deepseek-v4-pro", ["json"]],
  ["OpenRouter", "openai/gpt-5", ["json", "schema"]],
  ["Moonshot", "kimi-k3", []],
  ["Baidu", "ernie-5", []],
])("at %s, %s has the forms %j", async (place, model, types) => {
  expect(jsonTypes(place, model)).toEqual(types);
  for (const answer of [json, bySchema]) {
    if (types.includes(answer.type)) continue;
    const plain = await bodyOf(place, model, {});
    expect(await bodyOf(place, model, { controls: { answer } })).toEqual(plain);
  }
});

test("the last question names JSON, unless one of the user's messages does", () => {
  const system = { role: "system", content: "Answer in JSON." } as const;
  const picture = { type: "image_url", image_url: { url: "data:image/png;base64,AA==" } } as const;
  const pictured = { role: "user", content: [picture] } as const;
  const asked = { role: "user", content: [{ type: "text", text: "As json, please" }] } as const;
  const result = { role: "tool", callId: "1", name: "tide", content: '{"format":"json"}' } as const;
  const naming = (...messages: ChatRequest["messages"]) => namingJson({ model: "m", stream: true, messages }).messages;
  expect(naming(system, pictured, result)).toEqual([
    system,
    { role: "user", content: [picture, { type: "text", text: "Answer with JSON only." }] },
    result,
  ]);
  expect(naming(asked, { role: "user", content: "And now?" })).toEqual([asked, { role: "user", content: "And now?" }]);
  expect(naming(system)).toEqual([system]);
});
