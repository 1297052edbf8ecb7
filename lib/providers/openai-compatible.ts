import { textOf } from "@/lib/chat/message";
import type { ChatRequest, ModelMessage, ToolDefinition } from "@/lib/chat/request";
import { joinAddress } from "@/lib/providers/join-address";
import { parseOpenAIEvent, parseOpenAIResponse } from "@/lib/providers/openai-reply";
import type { ChatCodec } from "@/lib/providers/provider";
import type { ErrorWords } from "@/lib/providers/reply-error";

/** What differs between servers that speak the OpenAI chat dialect, and between models of one server. */
export interface OpenAIDialect {
  /** The path of the chat call below the base address, without a leading slash. */
  readonly path: string;
  /** Asks a stream for its token counts, which most servers leave out otherwise; a few strict ones refuse the field. */
  readonly sendsUsageOption?: boolean;
  /** False where temperature, top_p and the penalties are refused. */
  readonly sendsSampling?: boolean;
  /** A temperature that is sent in place of the asked one. */
  readonly fixedTemperature?: number;
  /** The field that carries the limit of the reply's length; without it no limit is sent. */
  readonly tokenLimitField?: "max_tokens" | "max_completion_tokens";
  /** What the server's own error codes mean. */
  readonly errorWords?: ErrorWords;
  /** A message in the role of the developer that comes first and replaces all system messages. */
  readonly developerMessage?: string;
}

/** Makes the codec of a server that speaks the OpenAI chat dialect. */
export function openAICompatible(dialect: OpenAIDialect): ChatCodec {
  return {
    buildRequest: (request, connection) => ({
      method: "POST",
      url: joinAddress(connection.baseUrl, dialect.path),
      headers: { ...connection.headers, "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(bodyOf(request, dialect)),
    }),
    parseEvent: (event) => parseOpenAIEvent(event, dialect.errorWords),
    parseResponse: (response) => parseOpenAIResponse(response, dialect.errorWords),
  };
}

/** A field that is `undefined` is left out when the body becomes JSON. */
function bodyOf(request: ChatRequest, dialect: OpenAIDialect): Record<string, unknown> {
  const { sendsUsageOption, sendsSampling = true, fixedTemperature, tokenLimitField } = dialect;
  const sampling = {
    temperature: request.temperature,
    presence_penalty: request.presencePenalty,
    frequency_penalty: request.frequencyPenalty,
    top_p: request.topP,
  };
  return {
    messages: messagesOf(request.messages, dialect.developerMessage),
    stream: request.stream,
    ...(request.stream && sendsUsageOption ? { stream_options: { include_usage: true } } : {}),
    model: request.model,
    ...(sendsSampling ? sampling : {}),
    ...(fixedTemperature === undefined ? {} : { temperature: fixedTemperature }),
    ...(tokenLimitField ? { [tokenLimitField]: request.maxOutputTokens } : {}),
    ...(request.tools?.length ? { tools: request.tools.map(toolOf) } : {}),
  };
}

function messagesOf(messages: readonly ModelMessage[], developerMessage: string | undefined): unknown[] {
  if (developerMessage === undefined) return messages.map(messageOf);
  const others = messages.filter(({ role }) => role !== "system");
  return [{ role: "developer", content: developerMessage }, ...others.map(messageOf)];
}

/** Puts a message into the dialect's form. */
export function messageOf(message: ModelMessage): Record<string, unknown> {
  switch (message.role) {
    case "system":
    case "user":
      return { role: message.role, content: message.content };
    case "tool":
      return { role: "tool", tool_call_id: message.callId, name: message.name, content: message.content };
    case "assistant": {
      // An assistant's images are refused: only a user may send any.
      const content = textOf(message);
      if (!message.toolCalls?.length) return { role: "assistant", content };
      const calls = message.toolCalls.map(({ id, name, argumentsText }) => ({
        id,
        type: "function",
        function: { name, arguments: argumentsText || "{}" },
      }));
      return { role: "assistant", content: content || null, tool_calls: calls };
    }
  }
}

/** Puts a tool into the dialect's form. */
export function toolOf({ name, description, parameters }: ToolDefinition): Record<string, unknown> {
  return { type: "function", function: { name, description, parameters } };
}
