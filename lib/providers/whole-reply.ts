import type { ChatEvent } from "@/lib/chat/event";
import type { ReplyError } from "@/lib/chat/message";
import { parseJson } from "@/lib/providers/json";
import type { WholeResponse } from "@/lib/providers/provider";
import { errorOfResponse, isSuccess } from "@/lib/providers/reply-error";

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
  if (!isSuccess(response)) return [{ type: "error", error: errorOf(response) }];
  if (response.body.trim() === "") return [];
  const events = read(parseJson(response.body));
  return events ?? [{ type: "error", error: { ...errorOf(response), kind: "protocol" } }];
}
