import { type FilePart, type RequestPart, textOf } from "@/lib/chat/message";
import type { AssistantPart, ModelMessage, ReplayItem, ToolCall } from "@/lib/chat/request";
import { isRecord, parseJson, recordOf } from "@/lib/json";
import { serverToolKind } from "@/lib/providers/codecs/anthropic/server-tools";
import { isWebAddress, readDataUrl } from "@/lib/providers/codecs/data-url";
import { dropFinishedReplay, partsInOrder } from "@/lib/providers/codecs/running-loop";

type Block = Readonly<Record<string, unknown>>;

/** A message in Anthropic's form. */
interface AnthropicMessage {
  readonly role: "user" | "assistant";
  readonly content: string | readonly Block[];
}

/** Content of the messages that we insert to satisfy the required order of roles. */
const placeholder = ";";

/**
 * Converts a conversation to Anthropic's form: drops blank messages and turns system messages into user messages.
 * Inserts placeholders so that user and assistant alternate and the user is first.
 *
 * If a model rejects prefilled assistant text, the last assistant messages are dropped: the model then answers the
 * question before them again.
 */
export function anthropicMessages(
  messages: readonly ModelMessage[],
  { takesPrefill }: { readonly takesPrefill: boolean },
): AnthropicMessage[] {
  const turns = turnsOf(dropFinishedReplay(messages));
  const isPaused = isPausedReply(messages.at(-1));
  const end = takesPrefill || isPaused ? turns.length : turns.findLastIndex(({ role }) => role === "user") + 1;
  return alternating(turns.slice(0, end));
}

/** Whether a message is a reply that the provider paused and that goes on with the next request. */
function isPausedReply(message: ModelMessage | undefined): boolean {
  return message?.role === "assistant" && message.parts !== undefined && !message.toolCalls?.length;
}

/**
 * Converts messages to turns. All results of one round of tool calls go into one message and must be its first blocks.
 */
function turnsOf(messages: readonly ModelMessage[]): AnthropicMessage[] {
  return messages.flatMap((message, position): AnthropicMessage[] => {
    if (message.role !== "tool") return turnOf(message);
    if (messages[position - 1]?.role === "tool") return [];
    const end = messages.findIndex(({ role }, later) => later > position && role !== "tool");
    const results = messages.slice(position, end < 0 ? messages.length : end);
    return [{ role: "user", content: results.flatMap(resultBlocks) }];
  });
}

function turnOf(message: Exclude<ModelMessage, { role: "tool" }>): AnthropicMessage[] {
  const content = contentOf(message);
  return content.length > 0 ? [{ role: message.role === "assistant" ? "assistant" : "user", content }] : [];
}

function alternating(turns: readonly AnthropicMessage[]): AnthropicMessage[] {
  const spaced = turns.flatMap((turn, position): AnthropicMessage[] => {
    const isSecond = turn.role === "user" && turns[position - 1]?.role === "user";
    return isSecond ? [{ role: "assistant", content: placeholder }, turn] : [turn];
  });
  return spaced[0]?.role === "user" ? spaced : [{ role: "user", content: placeholder }, ...spaced];
}

/**
 * Returns the content of a message. Empty content means that the message is skipped, because the API rejects blank
 * text.
 */
function contentOf(message: Exclude<ModelMessage, { role: "tool" }>): string | readonly Block[] {
  const { content } = message;
  if (message.role === "assistant") {
    const text = textOf(message);
    if (!message.toolCalls?.length && !message.parts) return unlessBlank(text);
    return partsInOrder(message).flatMap(assistantBlocks);
  }
  return typeof content === "string" ? unlessBlank(content) : content.flatMap(partBlocks);
}

function assistantBlocks(part: AssistantPart): Block[] {
  switch (part.type) {
    case "text":
      return textBlocks(part.text);
    case "replay":
      return part.item.kind === serverToolKind ? serverBlocks(part.item) : thinkingBlocks(part.item);
    case "call":
      return [toolUseBlock(part.call)];
  }
}

function unlessBlank(text: string): string {
  return text.trim() === "" ? "" : text;
}

function textBlocks(text: string): Block[] {
  return text.trim() === "" ? [] : [{ type: "text", text }];
}

function partBlocks(part: RequestPart): Block[] {
  switch (part.type) {
    case "text":
      return textBlocks(part.text);
    case "image_url":
      return imageBlocks(part.image_url.url);
    case "file":
      return documentBlocks(part);
  }
}

/** Maximum length of a document's title, in characters. */
const maxTitleChars = 500;

/** Returns a file as a document. https://platform.claude.com/docs/en/build-with-claude/pdf-support */
function documentBlocks({ file: { name, dataUrl } }: FilePart): Block[] {
  const inline = readDataUrl(dataUrl);
  if (!inline) return [];
  const source = { type: "base64", media_type: inline.mime, data: inline.base64 };
  return [{ type: "document", source, ...(name !== "" && { title: name.slice(0, maxTitleChars) }) }];
}

function imageBlocks(url: string): Block[] {
  const inline = readDataUrl(url);
  if (inline) {
    return [{ type: "image", source: { type: "base64", media_type: inline.mime, data: inline.base64 } }];
  }
  return isWebAddress(url) ? [{ type: "image", source: { type: "url", url } }] : [];
}

/** Returns the thinking blocks unchanged; the API rejects thinking without its signature. */
function thinkingBlocks({ kind, thinking = "", signature, data }: ReplayItem): Block[] {
  if (kind === "anthropic.thinking" && signature) return [{ type: "thinking", thinking, signature }];
  if (kind === "anthropic.redacted_thinking" && data) return [{ type: "redacted_thinking", data }];
  return [];
}

/** Returns a tool that Anthropic ran, or its result, unchanged. */
function serverBlocks({ json, input }: ReplayItem): Block[] {
  const block = parseJson(json ?? "");
  if (!isRecord(block)) return [];
  return [input === undefined ? block : { ...block, input: recordOf(parseJson(input)) }];
}

function resultBlocks(message: ModelMessage): Block[] {
  if (message.role !== "tool") return [];
  const { callId, content, images = [], isError } = message;
  const blocks = images.length > 0 ? [...textBlocks(content), ...images.flatMap(imageBlocks)] : content;
  return [{ type: "tool_result", tool_use_id: callId, content: blocks, ...(isError && { is_error: true }) }];
}

function toolUseBlock({ id, name, argumentsText }: ToolCall): Block {
  return { type: "tool_use", id, name, input: recordOf(parseJson(argumentsText)) };
}
