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

/** Merges consecutive text events of the same kind. */
export function joinText(events: readonly ChatEvent[]): ChatEvent[] {
  const joined: ChatEvent[] = [];
  for (const event of events) appendEvent(joined, event);
  return joined;
}
