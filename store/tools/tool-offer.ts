import type { Mask } from "@/lib/chat/mask";
import type { Message } from "@/lib/chat/message";
import type { Tool } from "@/lib/chat/tool";

/** The chosen sources, in a chat's mask. */
export interface ToolChoice {
  readonly mask: Pick<Mask, "plugin">;
  /** The messages of the chat, whose files tools can read. */
  readonly thread?: readonly Message[];
}

/** The tools that sources offer to a chat, and the names of the sources that could not be reached. */
export interface ToolOffer {
  readonly tools: readonly Tool[];
  readonly unreachable: readonly string[];
}
