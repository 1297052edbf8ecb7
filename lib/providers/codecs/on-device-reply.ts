import type { ChatEvent } from "@/lib/chat/event";
import type { ReplyErrorKind } from "@/lib/errors";
import { recordOf, stringOf } from "@/lib/json";

/**
 * Error kinds by the exception names of the browser's built-in model. https://developer.chrome.com/docs/ai/prompt-api
 */
const kindByName: Readonly<Record<string, ReplyErrorKind>> = {
  NetworkError: "network",
  NotAllowedError: "permission",
  NotSupportedError: "bad-request",
  QuotaExceededError: "context-length",
  SyntaxError: "bad-request",
};

/** Converts the stream of the browser's built-in model, or the exception it throws, to events. Never throws. */
export async function* readOnDeviceReply(pieces: AsyncIterable<string>): AsyncGenerator<ChatEvent> {
  try {
    for await (const text of pieces) yield { type: "text-delta", text };
    yield { type: "end" };
  } catch (thrown) {
    yield brokenBy(thrown);
  }
}

/** Converts an exception to an event. A stop by the user is not an error: the text so far remains. */
function brokenBy(thrown: unknown): ChatEvent {
  const { name, message } = recordOf(thrown);
  const code = stringOf(name) || null;
  if (code === "AbortError") return { type: "finish", finish: "aborted", raw: code };
  const kind = (code !== null && Object.hasOwn(kindByName, code) && kindByName[code]) || "server";
  return { type: "error", error: { kind, code, message: stringOf(message) } };
}
