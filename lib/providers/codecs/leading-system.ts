import { textOf } from "@/lib/chat/message";
import type { ModelMessage } from "@/lib/chat/request";

/**
 * Takes the system's messages off the beginning of a conversation, for providers with a field of their own for them.
 *
 * A conversation of nothing else stays as it is: every provider refuses one without messages.
 */
export function splitLeadingSystem(messages: readonly ModelMessage[]): {
  /** Their texts with a blank line between; empty when there are none. */
  readonly system: string;
  readonly others: readonly ModelMessage[];
} {
  const start = messages.findIndex(({ role }) => role !== "system");
  if (start < 0) return { system: "", others: messages };
  const texts = messages.slice(0, start).map((message) => (message.role === "system" ? textOf(message) : ""));
  return { system: texts.filter((text) => text.trim() !== "").join("\n\n"), others: messages.slice(start) };
}
