import type { ChatEvent } from "@/lib/chat/event";

/** An event that only appends to the text or reasoning of a reply. */
export type TextEvent = Extract<ChatEvent, { type: "text-delta" | "reasoning-delta" }>;

/** Whether an event only appends text or reasoning. */
export function isText(event: ChatEvent): event is TextEvent {
  return event.type === "text-delta" || event.type === "reasoning-delta";
}

/** Appends an event; consecutive text of the same kind is merged into one event. */
export function appendEvent(events: ChatEvent[], event: ChatEvent): void {
  const last = events.at(-1);
  const isOne = last && isText(last) && isText(event) && last.type === event.type;
  if (isOne) events[events.length - 1] = { type: last.type, text: last.text + event.text };
  else events.push(event);
}

/**
 * Merges text events of the same kind that are consecutive, or have only token counts between them. Gemini sends counts
 * with each piece of text; the last ones replace the others.
 */
export function joinText(events: readonly ChatEvent[]): ChatEvent[] {
  const joined: ChatEvent[] = [];
  for (const event of events) {
    const last = joined.at(-1);
    const counts = last && isWholeCount(last) ? last : undefined;
    const isMoreText = counts && isText(event) && joined.at(-2)?.type === event.type;
    if (counts && (isMoreText || isWholeCount(event))) joined.pop();
    appendEvent(joined, event);
    if (counts && isMoreText) joined.push(counts);
  }
  return joined;
}

/** Whether an event has token counts that replace all earlier ones. */
function isWholeCount(event: ChatEvent): boolean {
  return event.type === "usage" && !event.partial;
}
