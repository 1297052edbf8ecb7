import type { ChatEvent } from "@/lib/chat/event";
import type { ModelMessage } from "@/lib/chat/request";

/** A tool's result as a model gets it. */
export type ToolResult = Extract<ModelMessage, { readonly role: "tool" }>;

/** A finished round of a reply: the model's message, and the results of its calls. */
export interface TurnRound {
  /** The events that build the message, and the last state of each call. */
  readonly events: readonly ChatEvent[];
  readonly results: readonly ToolResult[];
}
