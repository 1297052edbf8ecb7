import type { ReplyError } from "@/lib/chat/message";
import { errorOfPayload, errorOfResponse } from "@/lib/providers/codecs/reply-error";
import { isRecord, type JsonRecord, listOf, parseJson, printJson, recordOf, stringOf } from "@/lib/providers/json";
import type { WholeResponse } from "@/lib/providers/provider";

/** Reads the error out of one event of a stream; returns nothing for an event that is none. */
export function googleErrorOf(payload: JsonRecord, text: string): ReplyError | undefined {
  const error = errorOfPayload(payload, text);
  return error && withDetails(error, payload);
}

/** Reads the error out of an answer that was no reply; the streaming method puts it into a list. */
export function googleErrorOfResponse(response: WholeResponse): ReplyError {
  const parsed = parseJson(response.body);
  if (!Array.isArray(parsed)) return withDetails(errorOfResponse(response), parsed);
  const [payload] = parsed.filter(isRecord);
  return withDetails(errorOfResponse({ ...response, body: printJson(payload) ?? response.body }), payload);
}

/** Google's own code is the status in words. A wrong key and the time to wait stand in the details only. */
function withDetails(error: ReplyError, payload: unknown): ReplyError {
  const { status, details } = recordOf(recordOf(payload).error);
  const infos = listOf(details).map(recordOf);
  const retryAfterMs = infos.map(({ retryDelay }) => milliseconds(retryDelay)).find((delay) => delay !== undefined);
  return {
    ...error,
    code: stringOf(status) || error.code,
    ...(infos.some(({ reason }) => reason === "API_KEY_INVALID") && { kind: "auth" }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

/** Reads a duration such as `34.4s`. */
function milliseconds(duration: unknown): number | undefined {
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(stringOf(duration))?.[1];
  return seconds === undefined ? undefined : Math.round(Number(seconds) * 1000);
}
