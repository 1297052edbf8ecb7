import type { ChatEvent, Finish } from "@/lib/chat/event";
import type { KeepAlive } from "@/lib/chat/load-options";
import { imagesOf, textOf } from "@/lib/chat/message";
import type { ChatRequest, ModelMessage } from "@/lib/chat/request";
import { isRecord, type JsonRecord, listOf, parseJson, printJson, recordOf, stringOf } from "@/lib/json";
import { joinAddress } from "@/lib/providers/codecs/join-address";
import { toolOf } from "@/lib/providers/codecs/openai/openai-compatible";
import { errorOfPayload } from "@/lib/providers/codecs/reply-error";
import { parseWholeReply } from "@/lib/providers/codecs/whole-reply";
import type { ChatCodec, ModelListCodec, ServerEvent } from "@/lib/providers/provider";

/** Finish reasons. `load` and `unload` are for calls that only load or unload the model, so they are not listed. */
const finishByWord: Readonly<Record<string, Finish>> = { stop: "stop", length: "length" };

/**
 * Ollama's native dialect; each line of a stream is a JSON object. https://docs.ollama.com/api/chat
 *
 * Chats use it only for requests that load the model in another way (`ollama-wire.ts`).
 */
export const ollamaNative: ChatCodec = {
  buildRequest: (request, connection) => ({
    method: "POST",
    url: joinAddress(connection.baseUrl, "api/chat"),
    headers: { ...connection.headers, "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify(bodyOf(request)),
  }),
  parseEvent: parseOllamaLine,
  parseResponse: (response) =>
    parseWholeReply(response, {
      read: (payload) => (isRecord(payload.message) ? eventsOf(payload) : undefined),
    }),
};

/** The codec of Ollama's own list of installed models. */
export const ollamaTags: ModelListCodec = {
  buildRequest: ({ baseUrl, headers }) => ({
    method: "GET",
    url: joinAddress(baseUrl, "api/tags"),
    headers: { ...headers, Accept: "application/json" },
  }),
  parseResponse: (body) =>
    listOf(recordOf(body).models)
      .map((model) => stringOf(recordOf(model).name))
      .filter((name) => name !== ""),
};

/** Values of `keep_alive`. https://docs.ollama.com/faq#how-do-i-keep-a-model-loaded-in-memory-or-make-it-unload-immediately */
const keepAliveValues: Readonly<Record<KeepAlive, string | number>> = {
  fiveMinutes: "5m",
  oneHour: "1h",
  forever: -1,
  unload: 0,
};

/** Returns the request body. `JSON.stringify` omits fields that are `undefined`. */
function bodyOf({ model, messages, stream, tools, controls = {}, ...settings }: ChatRequest): JsonRecord {
  return {
    model,
    messages: messages.map(messageOf),
    stream,
    options: {
      temperature: settings.temperature,
      top_p: settings.topP,
      presence_penalty: settings.presencePenalty,
      frequency_penalty: settings.frequencyPenalty,
      num_predict: settings.maxOutputTokens,
      num_ctx: controls.contextLength,
    },
    keep_alive: controls.keepAlive && keepAliveValues[controls.keepAlive],
    ...(tools?.length ? { tools: tools.map(toolOf) } : {}),
  };
}

function messageOf(message: ModelMessage): JsonRecord {
  switch (message.role) {
    case "system":
    case "user": {
      const images = imagesOf(message).flatMap(base64Of);
      return { role: message.role, content: textOf(message), ...(images.length > 0 ? { images } : {}) };
    }
    case "tool":
      return { role: "tool", tool_name: message.name, content: message.content };
    case "assistant": {
      const tool_calls = (message.toolCalls ?? []).map(({ name, argumentsText }) => ({
        function: { name, arguments: recordOf(parseJson(argumentsText)) },
      }));
      return { role: "assistant", content: textOf(message), ...(tool_calls.length > 0 ? { tool_calls } : {}) };
    }
  }
}

/** Returns the base64 data of a data URL. Other URLs are skipped because Ollama does not fetch images. */
function base64Of(url: string): string[] {
  const [, base64] = /^data:[^,]*;base64,(.*)$/s.exec(url) ?? [];
  return base64 ? [base64] : [];
}

function parseOllamaLine({ data }: ServerEvent): ChatEvent[] {
  const payload = parseJson(data);
  if (!isRecord(payload)) return [];
  const error = errorOfPayload(payload, data);
  if (error) return [{ type: "error", error }];
  return [...eventsOf(payload), ...(payload.done === true ? [{ type: "end" as const }] : [])];
}

function eventsOf(payload: JsonRecord): ChatEvent[] {
  const { thinking, content, tool_calls } = recordOf(payload.message);
  const events: ChatEvent[] = [];
  if (stringOf(thinking)) events.push({ type: "reasoning-delta", text: stringOf(thinking) });
  if (stringOf(content)) events.push({ type: "text-delta", text: stringOf(content) });
  events.push(...listOf(tool_calls).flatMap(callEvents));
  return [...events, ...finishEvents(payload), ...usageEvents(payload)];
}

/** Parses a tool call. Calls arrive complete and in order; their index restarts in each line, so it is ignored. */
function callEvents(call: unknown): ChatEvent[] {
  const { id: rawId, function: called } = recordOf(call);
  const name = stringOf(recordOf(called).name);
  const id = stringOf(rawId) ? { id: stringOf(rawId) } : {};
  if (!name) return [];
  const argumentsText = printJson(recordOf(recordOf(called).arguments)) ?? "";
  return [
    { type: "tool-call-start", ...id, name },
    { type: "tool-call-delta", ...id, argumentsText },
  ];
}

function finishEvents({ done, done_reason }: JsonRecord): ChatEvent[] {
  const raw = stringOf(done_reason);
  if (done !== true || raw === "") return [];
  return [{ type: "finish", finish: (Object.hasOwn(finishByWord, raw) && finishByWord[raw]) || "other", raw }];
}

/**
 * Parses token counts. Ollama does not count a prompt that is cached from the last call; then the total is missing,
 * too.
 */
function usageEvents({ prompt_eval_count, eval_count }: JsonRecord): ChatEvent[] {
  const inputTokens = typeof prompt_eval_count === "number" ? prompt_eval_count : undefined;
  const outputTokens = typeof eval_count === "number" ? eval_count : undefined;
  if (outputTokens === undefined) return [];
  if (inputTokens === undefined) return [{ type: "usage", usage: { outputTokens } }];
  return [{ type: "usage", usage: { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens } }];
}
