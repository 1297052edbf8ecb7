import type { ChatEvent } from "@/lib/chat/event";
import type { ReplyError } from "@/lib/chat/message";
import { isRecord, type JsonRecord, parseJson } from "@/lib/providers/json";
import type { WholeResponse } from "@/lib/providers/provider";
import {
  type ErrorSignals,
  type ErrorWords,
  errorOfPayload,
  errorOfResponse,
  errorWith,
  isSuccess,
} from "@/lib/providers/reply-error";

/** How a provider writes its whole replies. */
interface WholeReply {
  /** What its own error codes mean. */
  readonly words?: ErrorWords;
  /** The error that the body speaks of in a place of the provider's own. */
  readonly told?: ErrorSignals;
  /** The events of a reply; `undefined` where the body is none. */
  read(payload: JsonRecord): ChatEvent[] | undefined;
}

/** Reads a reply that was not streamed: an error of any status, a body that is no reply, or the reply and its end. */
export function parseWholeReply(response: WholeResponse, { words, told, read }: WholeReply): ChatEvent[] {
  if (told) return [failed(errorWith(errorOfResponse(response, words), told, words))];
  if (!isSuccess(response)) return [failed(errorOfResponse(response, words))];
  if (response.body.trim() === "") return [];
  const payload = parseJson(response.body);
  const error = isRecord(payload) ? errorOfPayload(payload, response.body, words) : undefined;
  if (error) return [failed(error)];
  const events = isRecord(payload) ? read(payload) : undefined;
  if (!events) return [failed({ ...errorOfResponse(response), kind: "protocol" })];
  return [...events, { type: "end" }];
}

function failed(error: ReplyError): ChatEvent {
  return { type: "error", error };
}
