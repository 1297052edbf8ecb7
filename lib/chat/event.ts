import type { ReplyError, Usage } from "@/lib/chat/message";
import type { ReplayItem } from "@/lib/chat/request";
import type { ToolRun } from "@/lib/chat/tool";

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
  | {
      readonly type: "tool-call-start";
      readonly index?: number;
      readonly id?: string;
      readonly name: string;
      /** What the provider wants back with the call, such as Gemini's thought signature. */
      readonly signature?: string;
    }
  | { readonly type: "tool-call-delta"; readonly index?: number; readonly id?: string; readonly argumentsText: string }
  /** One value of a call's arguments, by its place in them; pieces of a text are joined. */
  | {
      readonly type: "tool-call-value";
      readonly index?: number;
      readonly id?: string;
      readonly path: readonly (string | number)[];
      readonly value: string | number | boolean | null;
    }
  | {
      readonly type: "image";
      readonly mime?: string;
      readonly base64?: string;
      readonly url?: string;
      /** The number with which the same image can be made again. */
      readonly seed?: number;
    }
  /** A call of the reply runs; `position` counts its calls over all rounds. Made by the engine, never by a codec. */
  | { readonly type: "tool-run"; readonly position: number; readonly run: ToolRun }
  /** The reply's text ends with a call, which runs as the last of its calls. Made by the engine. */
  | { readonly type: "fenced-call"; readonly name: string; readonly argumentsText: string }
  | { readonly type: "fenced-run"; readonly run: ToolRun }
  /** The results of all calls so far go back, and the model speaks again. Made by the engine. */
  | { readonly type: "round" }
  /** Something opaque that must be sent back unchanged inside the tool loop. */
  | { readonly type: "replay-start"; readonly index?: number; readonly item: ReplayItem }
  /** Adds to a field of the item with this index; without an index, of the last one. */
  | { readonly type: "replay-delta"; readonly index?: number; readonly field: string; readonly text: string }
  /** The provider works on it: the result is asked for under this id until it is there. */
  | { readonly type: "task"; readonly id: string }
  /** Token counts so far. They replace earlier ones, or, where they are partial, complete them. */
  | { readonly type: "usage"; readonly usage: Usage; readonly partial?: true }
  /**
   * The provider's word for the end, translated and raw. More may follow (usage, the end mark). The message is shown
   * when nothing else came.
   */
  | { readonly type: "finish"; readonly finish: Finish; readonly raw: string; readonly message?: string }
  /** The protocol's end mark, such as `[DONE]`; nothing after it counts. */
  | { readonly type: "end" }
  /** What ended the reply early. The text so far stays. */
  | { readonly type: "error"; readonly error: ReplyError };
