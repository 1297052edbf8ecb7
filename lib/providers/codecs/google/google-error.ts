import type { ReplyError } from "@/lib/chat/message";
import { isRecord, type JsonRecord, listOf, parseJson, printJson, recordOf, stringOf } from "@/lib/json";
import { errorOfPayload, errorOfResponse } from "@/lib/providers/codecs/reply-error";
import type { WholeResponse } from "@/lib/providers/provider";

/** Reads the error of one stream event; returns undefined if the event is not an error. */
export function googleErrorOf(payload: JsonRecord, text: string): ReplyError | undefined {
  const error = errorOfPayload(payload, text);
  return error && withDetails(error, payload);
}

/** Reads the error of a response; the streaming method wraps it in an array. */
export function googleErrorOfResponse(response: WholeResponse): ReplyError {
  const parsed = parseJson(response.body);
  if (!Array.isArray(parsed)) return withDetails(errorOfResponse(response), parsed);
  const [payload] = parsed.filter(isRecord);
  return withDetails(errorOfResponse({ ...response, body: printJson(payload) ?? response.body }), payload);
}

/**
 * Completes an error with Google's details. The code is the status name; invalid keys and retry delays are only in the
 * details.
 */
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

/** Parses a duration such as `34.4s` to milliseconds. */
function milliseconds(duration: unknown): number | undefined {
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(stringOf(duration))?.[1];
  return seconds === undefined ? undefined : Math.round(Number(seconds) * 1000);
}
