import type { ChatEvent } from "@/lib/chat/event";
import { parseJson } from "@/lib/json";
import { openAICompatible } from "@/lib/providers/codecs/openai/openai-compatible";
import { type ErrorKinds, isSuccess, maxErrorBodyChars } from "@/lib/providers/codecs/reply-error";
import type { ChatCodec, ServerEvent, WholeResponse } from "@/lib/providers/provider";

/** Returns the codec of a Spark model. Each generation has its own path. */
export function iflytekCodec(model: string): ChatCodec {
  const codec = openAICompatible({
    path: pathOf(model),
    sendsImages: false,
    // The API rejects 0.
    temperatureRange: [0.01, 1],
    errorKinds,
  });
  return {
    buildRequest: codec.buildRequest,
    parseEvent: (event) => unreadable(event) ?? codec.parseEvent(event),
    parseResponse: (response) => codec.parseResponse(response).map((event) => withStatus(event, response)),
  };
}

/** Returns the path of a model. https://www.xfyun.cn/doc/spark/X1http.html */
function pathOf(model: string): string {
  if (/^spark-x/i.test(model)) return "x2/chat/completions";
  return /^x1/i.test(model) ? "v2/chat/completions" : "v1/chat/completions";
}

/** Error kinds by the codes in a stream. https://www.xfyun.cn/doc/spark/接口说明.html */
const errorKinds: ErrorKinds = {
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

/** Returns an error for a chunk that is not JSON, which ends the reply with our own message. */
function unreadable({ data }: ServerEvent): ChatEvent[] | undefined {
  const text = data.trim();
  if (text === "" || text === "[DONE]" || parseJson(text) !== undefined) return undefined;
  const message = `Failed to parse response: ${text}`.slice(0, maxErrorBodyChars);
  return [{ type: "error", error: { kind: "protocol", code: null, message } }];
}

/** Adds the status to the message of an error, except for 401, for which the UI has its own text. */
function withStatus(event: ChatEvent, response: WholeResponse): ChatEvent {
  const { status, body } = response;
  if (event.type !== "error" || isSuccess(response) || status === 401) return event;
  const message = `Request failed with status ${status}: ${body.trim()}`.slice(0, maxErrorBodyChars);
  return { ...event, error: { ...event.error, message } };
}
