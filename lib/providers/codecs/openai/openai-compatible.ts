import type { ChatRequest, ModelMessage } from "@/lib/chat/request";
import type { ToolDefinition } from "@/lib/chat/tool";
import { toolHistoryAsText } from "@/lib/chat/tool-history";
import { postJson } from "@/lib/providers/codecs/json-call";
import { type MessageRules, messagesOf } from "@/lib/providers/codecs/openai/openai-messages";
import { parseOpenAIEvent, parseOpenAIResponse } from "@/lib/providers/codecs/openai/openai-reply";
import type { ErrorKinds } from "@/lib/providers/codecs/reply-error";
import { toolSchema } from "@/lib/providers/codecs/tool-schema";
import type { ChatCodec } from "@/lib/providers/provider";

/** Differences between servers that speak the OpenAI chat dialect, and between models of one server. */
export interface OpenAIDialect extends MessageRules {
  /** Path of the chat call below the base URL, without a leading slash. */
  readonly path: string;
  /**
   * Whether to request token counts in a stream. Most servers omit them by default; a few strict ones reject the field.
   */
  readonly sendsUsageOption?: boolean;
  /** False if temperature, top_p and the penalties are rejected. */
  readonly sendsSampling?: boolean;
  /** False if only the penalties are rejected. */
  readonly sendsPenalties?: boolean;
  /** False if only top_p is rejected, because it excludes a temperature. */
  readonly sendsTopP?: boolean;
  /** Temperature that replaces the requested one. */
  readonly fixedTemperature?: number;
  /** Minimum and maximum temperature; other values are clamped. */
  readonly temperatureRange?: readonly [number, number];
  /** Name of the field for the maximum reply length; without it, no limit is sent. */
  readonly tokenLimitField?: "max_tokens" | "max_completion_tokens";
  /** Minimum value of the limit, even if less was requested. */
  readonly minTokenLimit?: number;
  /** Error kinds by the server's own codes. */
  readonly errorKinds?: ErrorKinds;
}

/** Creates the codec of a server that speaks the OpenAI chat dialect. */
export function openAICompatible(dialect: OpenAIDialect): ChatCodec {
  return {
    buildRequest: (request, connection) => postJson(connection, dialect.path, bodyOf(request, dialect)),
    parseEvent: (event) => parseOpenAIEvent(event, dialect.errorKinds),
    parseResponse: (response) => parseOpenAIResponse(response, dialect.errorKinds),
  };
}

function bodyOf(request: ChatRequest, dialect: OpenAIDialect): Record<string, unknown> {
  const { sendsUsageOption, fixedTemperature, tokenLimitField } = dialect;
  return {
    messages: messagesOf(messagesFor(request, dialect), dialect),
    stream: request.stream,
    ...(request.stream && sendsUsageOption ? { stream_options: { include_usage: true } } : {}),
    model: request.model,
    ...samplingOf(request, dialect),
    ...(fixedTemperature === undefined ? {} : { temperature: fixedTemperature }),
    ...(tokenLimitField ? { [tokenLimitField]: tokenLimit(request, dialect) } : {}),
    ...(request.tools?.length ? { tools: request.tools.map(toolOf) } : {}),
  };
}

/**
 * Returns the messages to send. Servers that require the reasoning of earlier tool calls, and Gemini behind any server,
 * reject calls without it. Reasoning of finished turns is not sent, so they get those calls as text.
 */
function messagesFor({ model, messages }: ChatRequest, { echoesReasoning }: OpenAIDialect): readonly ModelMessage[] {
  return echoesReasoning || /gemini/i.test(model) ? toolHistoryAsText(messages) : messages;
}

function samplingOf(request: ChatRequest, dialect: OpenAIDialect): Record<string, unknown> {
  const { sendsSampling = true, sendsPenalties = true, sendsTopP = true, temperatureRange } = dialect;
  if (!sendsSampling) return {};
  const penalties = { presence_penalty: request.presencePenalty, frequency_penalty: request.frequencyPenalty };
  return {
    temperature: clamped(request.temperature, temperatureRange),
    ...(sendsPenalties ? penalties : {}),
    ...(sendsTopP ? { top_p: request.topP } : {}),
  };
}

function tokenLimit({ maxOutputTokens }: ChatRequest, { minTokenLimit }: OpenAIDialect): number | undefined {
  return minTokenLimit === undefined ? maxOutputTokens : Math.max(maxOutputTokens ?? 0, minTokenLimit);
}

function clamped(value: number | undefined, range: readonly [number, number] | undefined): number | undefined {
  if (value === undefined || range === undefined) return value;
  const [min, max] = range;
  return Math.min(max, Math.max(min, value));
}

/** Returns a tool in the dialect's form. */
export function toolOf({ name, description, parameters }: ToolDefinition): Record<string, unknown> {
  return { type: "function", function: { name, description, parameters: toolSchema(parameters) } };
}
