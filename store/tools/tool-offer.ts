import type { Tool } from "@/lib/chat/tool";

/** The tools that sources offer to a chat, and the names of the sources that could not be reached. */
export interface ToolOffer {
  readonly tools: readonly Tool[];
  readonly unreachable: readonly string[];
}
