import type { AnswerFormat } from "@/lib/chat/answer-format";
import { textOf } from "@/lib/chat/message";
import type { ChatRequest } from "@/lib/chat/request";
import { isRecord, type JsonRecord, listOf, recordOf } from "@/lib/json";
import { baseName, modelFact } from "@/lib/providers/model-families";
import { ownResponsesServer, ownServer } from "@/lib/providers/places";
import { isOllamaBody, isResponsesBody } from "@/lib/providers/thinking-wires";

type FormatType = AnswerFormat["type"];

/** The forms of JSON answers of a family of models. */
interface JsonFamily {
  /** Tested against the model's name in lower case, without the folder of a vendor (`Qwen/…`). */
  readonly match: RegExp;
  /** The places (`placeOf`) that accept the parameter for these models. */
  readonly at: readonly string[];
  readonly types: readonly FormatType[];
}

const both = ["json", "schema"] as const;
const openAIs = ["OpenAI", "Azure"];

/** JSON answers by family; the first row that matches the name and the place counts. Other models have none. */
const jsonFamilies: readonly JsonFamily[] = [
  // https://developers.openai.com/api/docs/guides/structured-outputs
  { match: /-(audio|search|deep-research|transcribe|tts|realtime)/, at: openAIs, types: [] },
  { match: /^(o1-(mini|preview)|gpt-4(-0613|-32k.*|-vision.*)?$)/, at: openAIs, types: [] },
  { match: /^(gpt-3\.5|gpt-4-|chatgpt-4o)/, at: openAIs, types: ["json"] },
  { match: /^(gpt|o\d|codex|chat-latest)/, at: openAIs, types: both },
  // Claude has no JSON without a schema. https://platform.claude.com/docs/en/build-with-claude/structured-outputs
  { match: /^claude-[a-z]+-(4[-.][5-9](?!\d)|[5-9](?!\d))/, at: ["Anthropic"], types: ["schema"] },
  // https://ai.google.dev/gemini-api/docs/structured-output
  { match: /^gemini.*(image|tts|audio|live|embedding)/, at: ["Google"], types: [] },
  { match: /^gemini/, at: ["Google"], types: both },
  // https://api-docs.deepseek.com/guides/json_mode
  { match: /^/, at: ["DeepSeek"], types: ["json"] },
  // https://lmstudio.ai/docs/developer/openai-compat/structured-output
  { match: /^/, at: ["LM Studio"], types: ["schema"] },
  // https://docs.mistral.ai/capabilities/structured-output/custom_structured_output/
  // https://docs.ollama.com/capabilities/structured-outputs
  // https://github.com/ggml-org/llama.cpp/tree/master/tools/server#post-v1chatcompletions-openai-compatible-chat-completions-api
  // https://docs.vllm.ai/en/latest/features/structured_outputs.html
  // https://openrouter.ai/docs/features/structured-outputs
  {
    match: /^/,
    at: ["Mistral", "Ollama", "llama.cpp", "vLLM", "OpenRouter", ownServer, ownResponsesServer],
    types: both,
  },
];

/** Returns the forms of JSON answers that a model has at a place (`placeOf`). */
export function jsonTypes(place: string, model: string): readonly FormatType[] {
  if (modelFact(model, "makes") !== undefined) return [];
  const name = baseName(model);
  return jsonFamilies.find(({ match, at }) => at.includes(place) && match.test(name))?.types ?? [];
}

/**
 * Returns a request for any JSON that names JSON in a message of the user. Without the word, OpenAI and DeepSeek refuse
 * the parameter, and other models may write spaces without an end. https://api-docs.deepseek.com/guides/json_mode
 *
 * Instructions do not count everywhere: servers with the Responses API only look at the input.
 * https://github.com/BigDawnGhost/wenyi/pull/66
 */
export function namingJson(request: ChatRequest): ChatRequest {
  const { messages } = request;
  const isNamed = messages.some((message) => message.role === "user" && /json/i.test(textOf(message)));
  const index = messages.findLastIndex(({ role }) => role === "user");
  const message = messages[index];
  if (isNamed || message?.role !== "user") return request;
  const { content } = message;
  const named = typeof content === "string" ? `${content}\n\n${jsonOnly}` : [...content, jsonOnlyPart];
  return { ...request, messages: messages.with(index, { ...message, content: named }) };
}

const jsonOnly = "Answer with JSON only.";
const jsonOnlyPart = { type: "text", text: jsonOnly } as const;

/** Returns a request body that asks for a form of answers, in the place's own parameter. */
export function withAnswerFormat(body: JsonRecord, format: AnswerFormat, place: string): JsonRecord {
  if (place === "Anthropic") return withClaudeFormat(body, format);
  if (Array.isArray(body.contents)) return withGeminiFormat(body, format);
  if (isOllamaBody(body)) return { ...body, format: format.type === "json" ? "json" : format.schema };
  const { type, ...schema } = openAIFormat(format);
  if (isResponsesBody(body)) return { ...body, text: { ...recordOf(body.text), format: { type, ...schema } } };
  return { ...body, response_format: format.type === "json" ? { type } : { type, json_schema: schema } };
}

/** OpenAI's form; the Responses API has all fields in one object. */
function openAIFormat(format: AnswerFormat): JsonRecord & { readonly type: string } {
  if (format.type === "json") return { type: "json_object" };
  const { schema } = format;
  return { type: "json_schema", name: "answer", schema, ...(isStrict(schema) && { strict: true }) };
}

function withClaudeFormat(body: JsonRecord, format: AnswerFormat): JsonRecord {
  if (format.type !== "schema") return body;
  const { schema } = format;
  return { ...body, output_config: { ...recordOf(body.output_config), format: { type: "json_schema", schema } } };
}

/** Gemini 2.5 refuses JSON answers beside tools. https://ai.google.dev/gemini-api/docs/structured-output */
function withGeminiFormat(body: JsonRecord, format: AnswerFormat): JsonRecord {
  const hasTools = listOf(body.tools).length > 0;
  if (hasTools) return body;
  const config = { ...recordOf(body.generationConfig), responseMimeType: "application/json" };
  const schema = format.type === "schema" ? { responseJsonSchema: format.schema } : {};
  return { ...body, generationConfig: { ...config, ...schema } };
}

/**
 * Whether OpenAI accepts a schema as a strict one: all fields of all objects are required, and there are no others.
 * Without `strict`, the model only tries to follow it. https://developers.openai.com/api/docs/guides/structured-outputs
 */
function isStrict(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(isStrict);
  if (!isRecord(schema)) return true;
  const { properties, required, additionalProperties } = schema;
  if (schema.type === "object" || properties !== undefined) {
    const names = Object.keys(recordOf(properties));
    if (additionalProperties !== false || !names.every((name) => listOf(required).includes(name))) return false;
  }
  return Object.values(schema).every(isStrict);
}
