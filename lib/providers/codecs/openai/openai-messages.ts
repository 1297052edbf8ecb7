import { type RequestContent, textOf } from "@/lib/chat/message";
import type { ModelMessage } from "@/lib/chat/request";
import { reasoningDetails } from "@/lib/providers/codecs/openai/reasoning-details";

/** Differences in the messages that servers of the OpenAI dialect accept. */
export interface MessageRules {
  /** Content of a developer message that comes first and replaces all system messages except a final one. */
  readonly developerMessage?: string;
  /** False if messages with images are rejected: only their text is sent. */
  readonly sendsImages?: boolean;
  /** True if messages may contain PDF files; otherwise they are not sent. */
  readonly sendsFiles?: boolean;
  /** False if a tool result must not contain the tool's name. */
  readonly sendsToolNames?: boolean;
  /** Whether the reasoning before tool calls must be sent back with them. */
  readonly echoesReasoning?: boolean;
  /** Repairs a history that the server would reject. */
  readonly fixHistory?: (messages: readonly ModelMessage[]) => readonly ModelMessage[];
}

/** Converts messages to the OpenAI dialect by a server's rules. */
export function messagesOf(messages: readonly ModelMessage[], rules: MessageRules): unknown[] {
  const { developerMessage, fixHistory } = rules;
  const fixed = fixHistory ? fixHistory(messages) : messages;
  if (developerMessage === undefined) return fixed.map((message) => messageOf(message, rules));
  const others = fixed.slice(0, -1).filter(({ role }) => role !== "system");
  const last = fixed.slice(-1).map(asQuestion);
  const converted = [...others, ...last].map((message) => messageOf(message, rules));
  return [{ role: "developer", content: developerMessage }, ...converted];
}

/** Turns a system message at the end of a conversation into a question of the user, as in a request for a summary. */
function asQuestion(message: ModelMessage): ModelMessage {
  return message.role === "system" ? { ...message, role: "user" } : message;
}

/** Converts one message to the dialect by a server's rules. */
export function messageOf(message: ModelMessage, rules: MessageRules = {}): Record<string, unknown> {
  const { sendsImages = true, sendsFiles = false, sendsToolNames = true } = rules;
  switch (message.role) {
    case "system":
    case "user":
      return { role: message.role, content: sendsImages ? contentOf(message.content, sendsFiles) : textOf(message) };
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

/** Converts a content. Files have other field names: https://developers.openai.com/api/docs/guides/file-inputs */
function contentOf(content: RequestContent, sendsFiles: boolean): unknown {
  if (typeof content === "string") return content;
  return content.flatMap((part): unknown => {
    if (part.type !== "file") return part;
    return sendsFiles ? { type: "file", file: { filename: part.file.name, file_data: part.file.dataUrl } } : [];
  });
}

/** Converts an assistant message without its images: only user messages may contain images. */
function assistantMessage(
  message: Extract<ModelMessage, { role: "assistant" }>,
  { echoesReasoning }: MessageRules,
): Record<string, unknown> {
  const content = textOf(message);
  if (!message.toolCalls?.length) return { role: "assistant", content };
  const details = reasoningDetails(message.parts);
  const calls = message.toolCalls.map(({ id, name, argumentsText, signature }) => ({
    id,
    type: "function",
    function: { name, arguments: argumentsText || "{}" },
    ...(signature && { extra_content: { google: { thought_signature: signature } } }),
  }));
  return {
    role: "assistant",
    content: content || null,
    ...(echoesReasoning && message.reasoning ? { reasoning_content: message.reasoning } : {}),
    ...(details.length > 0 && { reasoning_details: details }),
    tool_calls: calls,
  };
}
