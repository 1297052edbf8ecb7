import { type RequestPart, textOf } from "@/lib/chat/message";
import type { AssistantPart, ChatRequest, ModelMessage, ReplayItem, ToolCall } from "@/lib/chat/request";
import type { ToolDefinition } from "@/lib/chat/tool";
import { joinAddress } from "@/lib/providers/codecs/join-address";
import { splitLeadingSystem } from "@/lib/providers/codecs/leading-system";
import { parseResponsesEvent, parseResponsesResponse } from "@/lib/providers/codecs/openai/openai-responses-reply";
import { dropFinishedReplay, partsInOrder } from "@/lib/providers/codecs/running-loop";
import { toolSchema } from "@/lib/providers/codecs/tool-schema";
import type { ChatCodec } from "@/lib/providers/provider";

type Item = Readonly<Record<string, unknown>>;

/** Differences between servers and models with the Responses API. */
export interface ResponsesDialect {
  /** Path of the call below the base URL, without a leading slash. */
  readonly path: string;
  /** False for models that do not reason, or not as OpenAI's do: the request for reasoning is then an error. */
  readonly asksForReasoning?: boolean;
  /** The sampling fields that the model accepts; the models of OpenAI that need this API reject all. */
  readonly sampling?: readonly ("temperature" | "top_p")[];
}

/**
 * Creates the codec of a server with OpenAI's Responses API, at a path below the base URL.
 *
 * The server stores nothing: each request contains the whole conversation. Inside the tool loop, the model's reasoning
 * is sent back encrypted. https://platform.openai.com/docs/guides/reasoning
 */
export function openAIResponses({ path, ...dialect }: ResponsesDialect): ChatCodec {
  return {
    buildRequest: (request, { baseUrl, headers }) => ({
      method: "POST",
      url: joinAddress(baseUrl, path),
      headers: { ...headers, "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(bodyOf(request, dialect)),
    }),
    parseEvent: parseResponsesEvent,
    parseResponse: parseResponsesResponse,
  };
}

/** Returns the request body. `JSON.stringify` omits fields that are `undefined`. */
function bodyOf(
  request: ChatRequest,
  { asksForReasoning = true, sampling = [] }: Omit<ResponsesDialect, "path">,
): Record<string, unknown> {
  const { system, others } = splitLeadingSystem(request.messages);
  const samplingFields = { temperature: request.temperature, top_p: request.topP };
  return {
    model: request.model,
    ...(system ? { instructions: system } : {}),
    input: dropFinishedReplay(others).flatMap(itemsOf),
    stream: request.stream,
    store: false,
    ...(asksForReasoning ? { include: ["reasoning.encrypted_content"], reasoning: { summary: "auto" } } : {}),
    ...Object.fromEntries(sampling.map((name) => [name, samplingFields[name]])),
    ...(request.maxOutputTokens ? { max_output_tokens: request.maxOutputTokens } : {}),
    ...(request.tools?.length ? { tools: request.tools.map(toolOf) } : {}),
  };
}

function itemsOf(message: ModelMessage): Item[] {
  switch (message.role) {
    case "system":
      return [{ role: "developer", content: [{ type: "input_text", text: textOf(message) }] }];
    case "user": {
      const { content } = message;
      const parts = typeof content === "string" ? [{ type: "input_text", text: content }] : content.map(partOf);
      return [{ role: "user", content: parts }];
    }
    case "assistant":
      return partsInOrder(message).flatMap(assistantItems);
    case "tool":
      return [{ type: "function_call_output", call_id: message.callId, output: outputOf(message) }];
  }
}

function assistantItems(part: AssistantPart): Item[] {
  switch (part.type) {
    case "text":
      return [messageItem(part)];
    case "replay":
      return reasoningItems(part.item);
    case "call":
      return [callItem(part.call)];
  }
}

/**
 * Returns a message of the assistant. Its phase tells a comment on the work from the answer; newer models need it.
 * https://developers.openai.com/api/docs/guides/latest-model
 *
 * The content is a string: parts of type `output_text` need the id and status of a stored message.
 * https://developers.openai.com/api/reference/resources/responses/methods/create
 */
function messageItem({ text, phase }: Extract<AssistantPart, { type: "text" }>): Item {
  return { role: "assistant", ...(phase && { phase }), content: text.trimEnd() };
}

function outputOf({ content, images }: Extract<ModelMessage, { role: "tool" }>): string | Item[] {
  return images ? [{ type: "input_text", text: content }, ...images.map(imageItem)] : content;
}

function partOf(part: RequestPart): Item {
  switch (part.type) {
    case "text":
      return { type: "input_text", text: part.text };
    case "image_url":
      return imageItem(part.image_url.url);
    case "file":
      // https://developers.openai.com/api/docs/guides/file-inputs
      return { type: "input_file", filename: part.file.name, file_data: part.file.dataUrl };
  }
}

function imageItem(url: string): Item {
  return { type: "input_image", image_url: url, detail: "auto" };
}

/** Returns reasoning items to send back. Only the encrypted content counts, so the summary is empty. */
function reasoningItems({ kind, id, encryptedContent }: ReplayItem): Item[] {
  if (kind !== "openai.reasoning" || !encryptedContent) return [];
  return [{ type: "reasoning", id, summary: [], encrypted_content: encryptedContent }];
}

function callItem({ id, name, argumentsText }: ToolCall): Item {
  return { type: "function_call", call_id: id, name, arguments: argumentsText || "{}" };
}

/** Returns a tool definition. The API treats schemas as strict by default, but schemas of plugins are not strict. */
function toolOf({ name, description, parameters }: ToolDefinition): Item {
  return { type: "function", name, description, parameters: toolSchema(parameters), strict: false };
}
