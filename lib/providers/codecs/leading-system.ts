import { textOf } from "@/lib/chat/message";
import type { ModelMessage } from "@/lib/chat/request";

/**
 * Splits the leading system messages off a conversation, for providers with a separate field for them.
 *
 * A conversation of system messages only is returned unchanged: every provider rejects one without messages.
 */
export function splitLeadingSystem(messages: readonly ModelMessage[]): {
  /** The texts, separated by blank lines; empty if there are none. */
  readonly system: string;
  readonly others: readonly ModelMessage[];
} {
  const start = messages.findIndex(({ role }) => role !== "system");
  if (start < 0) return { system: "", others: messages };
  const texts = messages.slice(0, start).map((message) => (message.role === "system" ? textOf(message) : ""));
  return { system: texts.filter((text) => text.trim() !== "").join("\n\n"), others: messages.slice(start) };
}
