import type { ChatRequest } from "@/lib/chat/request";
import type { ToolDefinition } from "@/lib/chat/tool";
import { postJson } from "@/lib/providers/codecs/json-call";
import { type MessageRules, messagesOf } from "@/lib/providers/codecs/openai/openai-messages";
import { parseOpenAIEvent, parseOpenAIResponse } from "@/lib/providers/codecs/openai/openai-reply";
import type { ErrorWords } from "@/lib/providers/codecs/reply-error";
import type { ChatCodec } from "@/lib/providers/provider";

/** What differs between servers that speak the OpenAI chat dialect, and between models of one server. */
export interface OpenAIDialect extends MessageRules {
  /** The path of the chat call below the base address, without a leading slash. */
  readonly path: string;
  /** Asks a stream for its token counts, which most servers leave out otherwise; a few strict ones refuse the field. */
  readonly sendsUsageOption?: boolean;
  /** False where temperature, top_p and the penalties are refused. */
  readonly sendsSampling?: boolean;
  /** False where the penalties alone are refused. */
  readonly sendsPenalties?: boolean;
  /** A temperature that is sent in place of the asked one. */
  readonly fixedTemperature?: number;
  /** The least and the highest temperature; what is asked beyond them becomes the nearer one. */
  readonly temperatureRange?: readonly [number, number];
  /** The field that carries the limit of the reply's length; without it no limit is sent. */
  readonly tokenLimitField?: "max_tokens" | "max_completion_tokens";
  /** The lowest limit that is sent, whatever was asked. */
  readonly leastTokenLimit?: number;
  /** What the server's own error codes mean. */
  readonly errorWords?: ErrorWords;
}

/** Makes the codec of a server that speaks the OpenAI chat dialect. */
export function openAICompatible(dialect: OpenAIDialect): ChatCodec {
  return {
    buildRequest: (request, connection) => postJson(connection, dialect.path, bodyOf(request, dialect)),
    parseEvent: (event) => parseOpenAIEvent(event, dialect.errorWords),
    parseResponse: (response) => parseOpenAIResponse(response, dialect.errorWords),
  };
}

function bodyOf(request: ChatRequest, dialect: OpenAIDialect): Record<string, unknown> {
  const { sendsUsageOption, fixedTemperature, tokenLimitField } = dialect;
  return {
    messages: messagesOf(request.messages, dialect),
    stream: request.stream,
    ...(request.stream && sendsUsageOption ? { stream_options: { include_usage: true } } : {}),
    model: request.model,
    ...samplingOf(request, dialect),
    ...(fixedTemperature === undefined ? {} : { temperature: fixedTemperature }),
    ...(tokenLimitField ? { [tokenLimitField]: tokenLimit(request, dialect) } : {}),
    ...(request.tools?.length ? { tools: request.tools.map(toolOf) } : {}),
  };
}

function samplingOf(request: ChatRequest, dialect: OpenAIDialect): Record<string, unknown> {
  const { sendsSampling = true, sendsPenalties = true, temperatureRange } = dialect;
  if (!sendsSampling) return {};
  const penalties = { presence_penalty: request.presencePenalty, frequency_penalty: request.frequencyPenalty };
  return {
    temperature: clamped(request.temperature, temperatureRange),
    ...(sendsPenalties ? penalties : {}),
    top_p: request.topP,
  };
}

function tokenLimit({ maxOutputTokens }: ChatRequest, { leastTokenLimit }: OpenAIDialect): number | undefined {
  return leastTokenLimit === undefined ? maxOutputTokens : Math.max(maxOutputTokens ?? 0, leastTokenLimit);
}

function clamped(value: number | undefined, range: readonly [number, number] | undefined): number | undefined {
  if (value === undefined || range === undefined) return value;
  const [least, most] = range;
  return Math.min(most, Math.max(least, value));
}

/** Puts a tool into the dialect's form. */
export function toolOf({ name, description, parameters }: ToolDefinition): Record<string, unknown> {
  return { type: "function", function: { name, description, parameters } };
}
