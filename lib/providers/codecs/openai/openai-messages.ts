import { textOf } from "@/lib/chat/message";
import type { ModelMessage } from "@/lib/chat/request";

/** What differs between servers of the OpenAI dialect in how they take messages. */
export interface MessageRules {
  /** A message in the role of the developer that comes first and replaces all system messages but one that comes last. */
  readonly developerMessage?: string;
  /** False where a message with images is refused: only its text is sent. */
  readonly sendsImages?: boolean;
  /** False where the result of a tool may not carry the tool's name. */
  readonly sendsToolNames?: boolean;
  /** True where the thinking before tool calls must come back with them. */
  readonly echoesReasoning?: boolean;
  /** Mends a history that would be refused as it is. */
  readonly fixHistory?: (messages: readonly ModelMessage[]) => readonly ModelMessage[];
}

/** Puts messages into the OpenAI dialect, as a server wants them. */
export function messagesOf(messages: readonly ModelMessage[], rules: MessageRules): unknown[] {
  const { developerMessage, fixHistory } = rules;
  const fixed = fixHistory ? fixHistory(messages) : messages;
  if (developerMessage === undefined) return fixed.map((message) => messageOf(message, rules));
  const others = fixed.slice(0, -1).filter(({ role }) => role !== "system");
  const last = fixed.slice(-1).map(asQuestion);
  const said = [...others, ...last].map((message) => messageOf(message, rules));
  return [{ role: "developer", content: developerMessage }, ...said];
}

/** A system message that ends a conversation is its question, as in a request for a summary. */
function asQuestion(message: ModelMessage): ModelMessage {
  return message.role === "system" ? { ...message, role: "user" } : message;
}

/** Puts one message into the dialect, as a server wants it. */
export function messageOf(message: ModelMessage, rules: MessageRules = {}): Record<string, unknown> {
  const { sendsImages = true, sendsToolNames = true } = rules;
  switch (message.role) {
    case "system":
    case "user":
      return { role: message.role, content: sendsImages ? message.content : textOf(message) };
    case "tool":
      return {
        role: "tool",
        tool_call_id: message.callId,
        ...(sendsToolNames ? { name: message.name } : {}),
        content: message.content,
      };
    case "assistant":
      return assistantMessage(message, rules);
  }
}

/** An assistant's images are left out: only a user may send any. */
function assistantMessage(
  message: Extract<ModelMessage, { role: "assistant" }>,
  { echoesReasoning }: MessageRules,
): Record<string, unknown> {
  const content = textOf(message);
  if (!message.toolCalls?.length) return { role: "assistant", content };
  const calls = message.toolCalls.map(({ id, name, argumentsText }) => ({
    id,
    type: "function",
    function: { name, arguments: argumentsText || "{}" },
  }));
  return {
    role: "assistant",
    content: content || null,
    ...(echoesReasoning && message.reasoning ? { reasoning_content: message.reasoning } : {}),
    tool_calls: calls,
  };
}
