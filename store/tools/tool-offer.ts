import type { Mask } from "@/lib/chat/mask";
import type { Tool } from "@/lib/chat/tool";

/** The chosen sources, in a chat's mask. */
export interface ToolChoice {
  readonly mask: Pick<Mask, "plugin">;
}

/** The tools that sources offer to a chat, and the names of the sources that could not be reached. */
export interface ToolOffer {
  readonly tools: readonly Tool[];
  readonly unreachable: readonly string[];
}
