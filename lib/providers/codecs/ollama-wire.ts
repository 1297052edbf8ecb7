import type { ChatRequest } from "@/lib/chat/request";
import { isRecord, parseJson } from "@/lib/json";
import { ollamaDialect } from "@/lib/providers/codecs/ollama-dialect";
import { ollamaNative } from "@/lib/providers/codecs/ollama-native";
import type { ChatCodec } from "@/lib/providers/provider";

/**
 * Creates the codec of Ollama: its OpenAI dialect, or its own API for requests that set how the model is loaded. The
 * response itself shows which API sent it.
 *
 * The dialect ignores a context length and a time to keep the model loaded. https://docs.ollama.com/api/openai-compatibility
 * Other requests use the dialect, because users also enter other servers as the Ollama URL
 * (docs/decisions/0059-ollama-api.md).
 */
export async function ollamaCodec(): Promise<ChatCodec> {
  const dialect = await ollamaDialect();
  return {
    buildRequest: (request, connection) =>
      setsLoading(request)
        ? ollamaNative.buildRequest(withoutLimit(request), connection)
        : dialect.buildRequest(request, connection),
    parseEvent: (event) => (isNative(event.data) ? ollamaNative : dialect).parseEvent(event),
    parseResponse: (response) => (isNative(response.body) ? ollamaNative : dialect).parseResponse(response),
  };
}

function setsLoading({ controls = {} }: ChatRequest): boolean {
  return controls.contextLength !== undefined || controls.keepAlive !== undefined;
}

/** Returns a request without a limit for the reply: the dialect sends none, and thinking would often exceed it. */
function withoutLimit({ maxOutputTokens: _maxOutputTokens, ...request }: ChatRequest): ChatRequest {
  return request;
}

/** Whether a payload is of Ollama's own API. Its errors are texts; those of the dialect are objects. */
function isNative(text: string): boolean {
  const payload = parseJson(text);
  if (!isRecord(payload) || "choices" in payload) return false;
  return isRecord(payload.message) || typeof payload.done === "boolean" || typeof payload.error === "string";
}
