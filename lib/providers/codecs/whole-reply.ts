import type { ChatEvent } from "@/lib/chat/event";
import type { ReplyError } from "@/lib/chat/message";
import {
  type ErrorSignals,
  type ErrorWords,
  errorOfPayload,
  errorOfResponse,
  errorWith,
  isSuccess,
} from "@/lib/providers/codecs/reply-error";
import { isRecord, type JsonRecord, parseJson } from "@/lib/providers/json";
import type { WholeResponse } from "@/lib/providers/provider";

/**
 * Reads an answer that was not streamed: an error by its status, nothing, or what `read` makes of its JSON.
 *
 * @param read answers nothing for a body that is neither a reply of the provider nor an error of it
 * @param errorOf reads what the provider's own form of an error says
 */
export function readWholeReply(
  response: WholeResponse,
  read: (payload: unknown) => ChatEvent[] | undefined,
  errorOf: (response: WholeResponse) => ReplyError = errorOfResponse,
): ChatEvent[] {
  if (!isSuccess(response)) return [failed(errorOf(response))];
  if (response.body.trim() === "") return [];
  return read(parseJson(response.body)) ?? [failed({ ...errorOf(response), kind: "protocol" })];
}

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
  const errorOf = (answer: WholeResponse) => errorOfResponse(answer, words);
  if (told) return [failed(errorWith(errorOf(response), told, words))];
  const readRecord = (payload: unknown): ChatEvent[] | undefined => {
    if (!isRecord(payload)) return undefined;
    const error = errorOfPayload(payload, response.body, words);
    if (error) return [failed(error)];
    const events = read(payload);
    if (!events || events.some(({ type }) => type === "error")) return events;
    return [...events, { type: "end" }];
  };
  return readWholeReply(response, readRecord, errorOf);
}

function failed(error: ReplyError): ChatEvent {
  return { type: "error", error };
}
