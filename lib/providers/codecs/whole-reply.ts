import type { ChatEvent } from "@/lib/chat/event";
import type { ReplyError } from "@/lib/chat/message";
import { isRecord, type JsonRecord, parseJson } from "@/lib/json";
import {
  type ErrorKinds,
  type ErrorSignals,
  errorOfPayload,
  errorOfResponse,
  errorWith,
  isSuccess,
} from "@/lib/providers/codecs/reply-error";
import type { WholeResponse } from "@/lib/providers/provider";

/**
 * Parses a response that was not streamed: an error by its status, nothing, or the result of `read` for its JSON.
 *
 * @param read returns undefined for a body that is neither a reply nor an error of the provider
 * @param errorOf reads an error in the provider's own format
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

/** A provider's format of whole replies. */
interface WholeReply {
  /** Error kinds by the provider's own codes. */
  readonly kinds?: ErrorKinds;
  /** The error in a provider-specific field of the body. */
  readonly signals?: ErrorSignals;
  /** Returns the events of a reply; `undefined` if the body is not a reply. */
  read(payload: JsonRecord): ChatEvent[] | undefined;
}

/**
 * Parses a reply that was not streamed: an error of any status, a body that is not a reply, or the reply and its end.
 */
export function parseWholeReply(response: WholeResponse, { kinds, signals, read }: WholeReply): ChatEvent[] {
  const errorOf = (answer: WholeResponse) => errorOfResponse(answer, kinds);
  if (signals) return [failed(errorWith(errorOf(response), signals, kinds))];
  const readRecord = (payload: unknown): ChatEvent[] | undefined => {
    if (!isRecord(payload)) return undefined;
    const error = errorOfPayload(payload, response.body, kinds);
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
