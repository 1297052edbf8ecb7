import type { ChatRequest } from "@/lib/chat/request";
import { isRecord, parseJson, stringOf } from "@/lib/json";
import { gatewayDialect, openAIDialect } from "@/lib/providers/codecs/openai/openai-dialect";
import { reasoningRules } from "@/lib/providers/codecs/openai/openai-reasoning";
import type { ResponsesDialect } from "@/lib/providers/codecs/openai/openai-responses";
import { modelRules } from "@/lib/providers/codecs/openai/openai-rules";
import { baseName } from "@/lib/providers/model-families";
import type { ChatCodec, ServerEvent, WholeResponse } from "@/lib/providers/provider";

/** The API of a model: chat completions, the Responses API, or the latter only for requests with tools. */
type Wire = "chat" | "responses" | "responses-for-tools";

/**
 * Models that chat completions do not support, or not with tools, by id; the first matching row applies.
 *
 * From GPT-5.4 on, chat completions reject tools unless reasoning is turned off.
 * https://community.openai.com/t/gpt-5-6-chat-completion-reasoning-effort-bug-behavior-change/1386454
 */
const wireById: readonly (readonly [RegExp, Wire])[] = [
  [/^(o\d|gpt-\d)[\w.-]*-pro(?![a-z])/, "responses"],
  [/^o\d[\w.-]*-deep-research/, "responses"],
  [/^(codex-|gpt-\d[\w.]*-codex)/, "responses"],
  [/^gpt-6(-astra|\.1-sol)/, "responses"],
  [/^gpt-(5\.([4-9]|[1-9]\d)|[6-9]|[12]\d)(?!\d)/, "responses-for-tools"],
];

/**
 * Creates the codec of an OpenAI model for the API that the model requires. A name with a vendor's folder
 * (`openai/gpt-5`) is that of a gateway, which chooses the API itself.
 */
export async function openAICodec(model: string): Promise<ChatCodec> {
  const path = "v1/chat/completions";
  if (model.includes("/")) return gatewayDialect(model, { path, sendsUsageOption: true, sendsFiles: true });
  const wire = wireOf(model);
  if (wire === "responses") return responsesCodec();
  const chat = await openAIDialect({ path, sendsUsageOption: true, sendsFiles: true, ...modelRules(model) });
  return wire === "chat"
    ? responsesForSearch(chat, await gatewayResponses(model))
    : responsesForTools(chat, await responsesCodec());
}

/**
 * Creates the codec of the Responses API at a gateway or at the user's own server, with the model's request rules. Only
 * OpenAI's reasoning models return their reasoning encrypted; a request for it is an error for other models.
 */
export async function gatewayResponses(model: string): Promise<ChatCodec> {
  const { gatewayRules } = await import("@/lib/providers/codecs/openai/gateway-rules");
  const name = baseName(model);
  const isReasoning = wireOf(name) !== "chat" || reasoningRules(name) !== undefined;
  const { sendsSampling = !isReasoning, sendsTopP = true } = gatewayRules(model);
  const sampling = sendsTopP ? (["temperature", "top_p"] as const) : (["temperature"] as const);
  return responsesCodec({ asksForReasoning: isReasoning, sampling: sendsSampling ? sampling : [] });
}

/** Returns the API of a model. */
export function wireOf(model: string): Wire {
  const id = model.toLowerCase();
  return wireById.find(([pattern]) => pattern.test(id))?.[1] ?? "chat";
}

async function responsesCodec(dialect?: Omit<ResponsesDialect, "path">): Promise<ChatCodec> {
  const { openAIResponses } = await import("@/lib/providers/codecs/openai/openai-responses");
  return openAIResponses({ path: "v1/responses", ...dialect });
}

/** Returns a codec that calls the Responses API for requests with tools or with a web search, otherwise chat completions. */
export function responsesForTools(chat: ChatCodec, responses: ChatCodec): ChatCodec {
  return responsesFor(needsResponses, chat, responses);
}

/** Returns a codec that calls the Responses API for requests that ask for a web search, otherwise chat completions. */
export function responsesForSearch(chat: ChatCodec, responses: ChatCodec): ChatCodec {
  return responsesFor(asksForSearch, chat, responses);
}

/** Returns a codec that selects the API by the request; the response itself shows which API sent it. */
function responsesFor(isNeeded: (request: ChatRequest) => boolean, chat: ChatCodec, responses: ChatCodec): ChatCodec {
  return {
    buildRequest: (request, connection) => (isNeeded(request) ? responses : chat).buildRequest(request, connection),
    parseEvent: (event) => (isResponsesEvent(event) ? responses : chat).parseEvent(event),
    parseResponse: (response) => (isResponsesReply(response) ? responses : chat).parseResponse(response),
  };
}

/** Whether a request asks for a web search, which only the Responses API has. */
function asksForSearch({ search }: ChatRequest): boolean {
  return search === true;
}

/** Whether a request has tools or asks for a web search or for thinking: only the Responses API returns summaries of it. */
function needsResponses({ tools, controls, search }: ChatRequest): boolean {
  return search === true || Boolean(tools?.length) || (controls?.thinking !== undefined && controls.thinking !== "off");
}

/** Whether an event is of the Responses API: its events have a type, and chunks of chat completions do not. */
function isResponsesEvent({ data }: ServerEvent): boolean {
  // Most chunks have no type, and need not be parsed for it.
  if (!data.includes('"type"')) return false;
  const payload = parseJson(data);
  const type = isRecord(payload) ? stringOf(payload.type) : "";
  return type === "error" || type.startsWith("response.");
}

function isResponsesReply({ body }: WholeResponse): boolean {
  const payload = parseJson(body);
  return isRecord(payload) && Array.isArray(payload.output);
}
