import { openAIDialect } from "@/lib/providers/codecs/openai/openai-dialect";
import { modelRules } from "@/lib/providers/codecs/openai/openai-rules";
import { isRecord, parseJson, stringOf } from "@/lib/providers/json";
import type { ChatCodec, ServerEvent, WholeResponse } from "@/lib/providers/provider";

/** The interface by which a model is asked: chat completions, the Responses API, or the latter when there are tools. */
type Wire = "chat" | "responses" | "responses-for-tools";

/**
 * The models that chat completions do not serve, or not with tools, by their ids; the first row that fits counts.
 *
 * From GPT-5.4 on, tools are refused there unless the model is told not to reason.
 * https://community.openai.com/t/gpt-5-6-chat-completion-reasoning-effort-bug-behavior-change/1386454
 */
const wireById: readonly (readonly [RegExp, Wire])[] = [
  [/^(o\d|gpt-\d)[\w.-]*-pro(?![a-z])/, "responses"],
  [/^o\d[\w.-]*-deep-research/, "responses"],
  [/^(codex-|gpt-\d[\w.]*-codex)/, "responses"],
  [/^gpt-6(-astra|\.1-sol)/, "responses"],
  [/^gpt-(5\.([4-9]|[1-9]\d)|[6-9]|[12]\d)(?!\d)/, "responses-for-tools"],
];

/** Makes the codec for a model of OpenAI by the interface that it wants. */
export async function openAICodec(model: string): Promise<ChatCodec> {
  const wire = wireOf(model);
  if (wire === "responses") return responsesCodec();
  const chat = await openAIDialect({ path: "v1/chat/completions", sendsUsageOption: true, ...modelRules(model) });
  return wire === "chat" ? chat : responsesForTools(chat, await responsesCodec());
}

function wireOf(model: string): Wire {
  const id = model.toLowerCase();
  return wireById.find(([pattern]) => pattern.test(id))?.[1] ?? "chat";
}

async function responsesCodec(): Promise<ChatCodec> {
  const { openAIResponses } = await import("@/lib/providers/codecs/openai/openai-responses");
  return openAIResponses({ path: "v1/responses" });
}

/** Asks by one interface or the other, by the request; which of them answers shows in the answer itself. */
function responsesForTools(chat: ChatCodec, responses: ChatCodec): ChatCodec {
  return {
    buildRequest: (request, connection) => (request.tools?.length ? responses : chat).buildRequest(request, connection),
    parseEvent: (event) => (isResponsesEvent(event) ? responses : chat).parseEvent(event),
    parseResponse: (response) => (isResponsesReply(response) ? responses : chat).parseResponse(response),
  };
}

/** Each event of the Responses API says its type; a chunk of chat completions has none. */
function isResponsesEvent({ data }: ServerEvent): boolean {
  const payload = parseJson(data);
  const type = isRecord(payload) ? stringOf(payload.type) : "";
  return type === "error" || type.startsWith("response.");
}

function isResponsesReply({ body }: WholeResponse): boolean {
  const payload = parseJson(body);
  return isRecord(payload) && Array.isArray(payload.output);
}
