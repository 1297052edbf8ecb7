import type { ChatEvent } from "@/lib/chat/event";
import type { ReplyErrorKind } from "@/lib/errors";
import { recordOf, stringOf } from "@/lib/providers/json";

/** What the errors of the browser's own model mean, by name. https://developer.chrome.com/docs/ai/prompt-api */
const kindByName: Readonly<Record<string, ReplyErrorKind>> = {
  NetworkError: "network",
  NotAllowedError: "permission",
  NotSupportedError: "bad-request",
  QuotaExceededError: "context-length",
  SyntaxError: "bad-request",
};

/** Reads the reply of the browser's own model: the pieces of text that it streams, or what it throws. Never throws. */
export async function* readOnDeviceReply(pieces: AsyncIterable<string>): AsyncGenerator<ChatEvent> {
  try {
    for await (const text of pieces) yield { type: "text-delta", text };
    yield { type: "end" };
  } catch (thrown) {
    yield brokenBy(thrown);
  }
}

/** A stop by the user is no error: the text so far stays. */
function brokenBy(thrown: unknown): ChatEvent {
  const { name, message } = recordOf(thrown);
  const code = stringOf(name) || null;
  if (code === "AbortError") return { type: "finish", finish: "aborted", raw: code };
  const kind = (code !== null && Object.hasOwn(kindByName, code) && kindByName[code]) || "server";
  return { type: "error", error: { kind, code, message: stringOf(message) } };
}
