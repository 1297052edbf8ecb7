import type { ChatEvent } from "@/lib/chat/event";

/** An event that only adds to the words of a reply, or to what it thinks. */
export type TextEvent = Extract<ChatEvent, { type: "text-delta" | "reasoning-delta" }>;

/** Whether an event only adds words. */
export function isText(event: ChatEvent): event is TextEvent {
  return event.type === "text-delta" || event.type === "reasoning-delta";
}

/** Puts an event behind others; words of a kind that follow each other become one event. */
export function appendEvent(events: ChatEvent[], event: ChatEvent): void {
  const last = events.at(-1);
  const isOne = last && isText(last) && isText(event) && last.type === event.type;
  if (isOne) events[events.length - 1] = { type: last.type, text: last.text + event.text };
  else events.push(event);
}

/** Returns the same events with words that follow each other as one. */
export function joinText(events: readonly ChatEvent[]): ChatEvent[] {
  const joined: ChatEvent[] = [];
  for (const event of events) appendEvent(joined, event);
  return joined;
}
