import type { ChatEvent } from "@/lib/chat/event";
import { openAICompatible } from "@/lib/providers/codecs/openai/openai-compatible";
import { type ErrorWords, isSuccess, maxErrorBodyChars } from "@/lib/providers/codecs/reply-error";
import { parseJson } from "@/lib/providers/json";
import type { ChatCodec, ServerEvent, WholeResponse } from "@/lib/providers/provider";

/** Returns the codec of one of Spark's models; the generations stand at addresses of their own. */
export function iflytekCodec(model: string): ChatCodec {
  const codec = openAICompatible({
    path: pathOf(model),
    sendsImages: false,
    // Zero is refused.
    temperatureRange: [0.01, 1],
    errorWords,
  });
  return {
    buildRequest: codec.buildRequest,
    parseEvent: (event) => unreadable(event) ?? codec.parseEvent(event),
    parseResponse: (response) => codec.parseResponse(response).map((event) => withStatus(event, response)),
  };
}

/** https://www.xfyun.cn/doc/spark/X1http.html */
function pathOf(model: string): string {
  if (/^spark-x/i.test(model)) return "x2/chat/completions";
  return /^x1/i.test(model) ? "v2/chat/completions" : "v1/chat/completions";
}

/** What the codes mean that stand in a stream. https://www.xfyun.cn/doc/spark/接口说明.html */
const errorWords: ErrorWords = {
  10007: "rate-limit",
  10013: "content-filter",
  10014: "content-filter",
  10019: "content-filter",
  10163: "bad-request",
  10907: "context-length",
  11200: "permission",
  11201: "quota",
  11202: "rate-limit",
  11203: "rate-limit",
};

/** A chunk that is no JSON ends the reply, in the product's own words. */
function unreadable({ data }: ServerEvent): ChatEvent[] | undefined {
  const text = data.trim();
  if (text === "" || text === "[DONE]" || parseJson(text) !== undefined) return undefined;
  const message = `Failed to parse response: ${text}`.slice(0, maxErrorBodyChars);
  return [{ type: "error", error: { kind: "protocol", code: null, message } }];
}

/** A refusal is told with its status, but for that of the key, for which the screen has words. */
function withStatus(event: ChatEvent, response: WholeResponse): ChatEvent {
  const { status, body } = response;
  if (event.type !== "error" || isSuccess(response) || status === 401) return event;
  const message = `Request failed with status ${status}: ${body.trim()}`.slice(0, maxErrorBodyChars);
  return { ...event, error: { ...event.error, message } };
}
