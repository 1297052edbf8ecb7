import type { ChatEvent } from "@/lib/chat/event";

/** Ends a reply that exceeds `maxChars` characters with an error; the text up to the limit remains. */
export async function* limitReply(events: AsyncIterable<ChatEvent>, maxChars: number): AsyncGenerator<ChatEvent> {
  let left = maxChars;
  for await (const event of events) {
    const length = lengthOf(event);
    if (length > left) {
      if ("text" in event) yield { ...event, text: event.text.slice(0, left) };
      yield { type: "error", error: { kind: "too-large", code: null, message: "" } };
      return;
    }
    left -= length;
    yield event;
  }
}

/**
 * Returns the length of an event. Images are not counted: they are not rendered as text, and their events have a
 * maximum length.
 */
function lengthOf(event: ChatEvent): number {
  switch (event.type) {
    case "text-delta":
    case "reasoning-delta":
    case "refusal-delta":
      return event.text.length;
    case "tool-call-delta":
      return event.argumentsText.length;
    case "tool-call-value":
      return event.path.join(".").length + String(event.value).length;
    default:
      return 0;
  }
}
