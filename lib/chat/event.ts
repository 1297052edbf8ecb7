import type { ReplyError, Usage } from "@/lib/chat/message";

/** Why a reply ended. `unknown`: the stream ended without saying why. */
export type Finish = "stop" | "length" | "tool-calls" | "content-filter" | "error" | "other" | "unknown" | "aborted";

/**
 * One neutral step of a reply. Codecs make them from the wire, the reducer (`reply.ts`) folds them into the message.
 *
 * Codecs hold no memory, so a tool call is spelled out as one start and any number of deltas that carry whatever the
 * wire gave to tell calls apart (index, id); gathering them is the reducer's work.
 */
export type ChatEvent =
  | { readonly type: "text-delta"; readonly text: string }
  | { readonly type: "reasoning-delta"; readonly text: string }
  | { readonly type: "refusal-delta"; readonly text: string }
  | { readonly type: "tool-call-start"; readonly index?: number; readonly id?: string; readonly name: string }
  | { readonly type: "tool-call-delta"; readonly index?: number; readonly id?: string; readonly argumentsText: string }
  | { readonly type: "image"; readonly mime?: string; readonly base64?: string; readonly url?: string }
  | { readonly type: "usage"; readonly usage: Usage }
  /** The provider's word for the end, translated and raw. More may follow (usage, the end mark). */
  | { readonly type: "finish"; readonly finish: Finish; readonly raw: string }
  /** The protocol's end mark, such as `[DONE]`; nothing after it counts. */
  | { readonly type: "end" }
  /** What ended the reply early. The text so far stays. */
  | { readonly type: "error"; readonly error: ReplyError };
