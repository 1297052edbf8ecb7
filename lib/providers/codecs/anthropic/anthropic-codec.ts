import type { ChatRequest } from "@/lib/chat/request";
import type { ToolDefinition } from "@/lib/chat/tool";
import { anthropicMessages } from "@/lib/providers/codecs/anthropic/anthropic-messages";
import { type ClaudeRules, claudeRules } from "@/lib/providers/codecs/anthropic/anthropic-models";
import { parseAnthropicEvent, parseAnthropicResponse } from "@/lib/providers/codecs/anthropic/anthropic-reply";
import { anthropicVersionHeader } from "@/lib/providers/codecs/anthropic/anthropic-version";
import { joinAddress } from "@/lib/providers/codecs/join-address";
import { splitLeadingSystem } from "@/lib/providers/codecs/leading-system";
import { toolSchema } from "@/lib/providers/codecs/tool-schema";
import type { ChatCodec } from "@/lib/providers/provider";

/** Default of `max_tokens`, which the API requires; the same as the default in the settings. */
const defaultMaxTokens = 4000;
const topK = 5;

/** The codec of Anthropic's Messages API. */
export const anthropicCodec: ChatCodec = {
  buildRequest: (request, { baseUrl, headers, options }) => ({
    method: "POST",
    url: joinAddress(baseUrl, "v1/messages"),
    headers: {
      // Omit the version if the user did not set one: the relay then adds the operator's version.
      ...(options?.apiVersion ? anthropicVersionHeader(options.apiVersion) : {}),
      ...headers,
      "Content-Type": "application/json",
      Accept: "application/json",
    },
    body: JSON.stringify(bodyOf(request)),
  }),
  parseEvent: parseAnthropicEvent,
  parseResponse: parseAnthropicResponse,
};

function bodyOf(request: ChatRequest): Record<string, unknown> {
  const { system, others } = splitLeadingSystem(request.messages);
  const rules = claudeRules(request.model);
  return {
    ...(system ? { system } : {}),
    messages: anthropicMessages(others, rules),
    stream: request.stream,
    model: request.model,
    max_tokens: request.maxOutputTokens || defaultMaxTokens,
    // Caches the request up to its last block. https://platform.claude.com/docs/en/build-with-claude/prompt-caching
    ...(request.isContinued ? { cache_control: { type: "ephemeral" } } : {}),
    ...samplingOf(request, rules),
    ...(rules.thinks ? { thinking: { type: "adaptive", display: "summarized" } } : {}),
    ...(request.tools?.length ? { tools: request.tools.map(toolOf) } : {}),
  };
}

/** Returns the sampling fields. `JSON.stringify` omits fields that are `undefined`. */
function samplingOf({ temperature: asked, topP }: ChatRequest, { sampling }: ClaudeRules): Record<string, unknown> {
  if (sampling === "none") return {};
  const temperature = asked === undefined ? undefined : Math.min(1, Math.max(0, asked));
  const isTopPSent = sampling === "all" || temperature === undefined;
  return { temperature, top_p: isTopPSent ? topP : undefined, top_k: topK };
}

function toolOf({ name, description, parameters }: ToolDefinition): Record<string, unknown> {
  return { name, description, input_schema: toolSchema(parameters) };
}
