import type { ReplyCost, ReplyError, ReplyTiming, Usage } from "@/lib/chat/message";
import type { ReplayItem } from "@/lib/chat/request";
import type { Source } from "@/lib/chat/sources";
import type { MissingTools, ToolRun } from "@/lib/chat/tool";

/** The reason that a reply ended. `unknown`: the stream ended without a reason. */
export type Finish =
  | "stop"
  /** The provider paused a long reply: it continues when its parts so far are sent back. */
  | "paused"
  | "length"
  | "tool-calls"
  | "content-filter"
  | "error"
  | "other"
  | "unknown"
  | "aborted";

/**
 * One neutral step of a reply. Codecs create events from the wire format; the reducer (`reply.ts`) folds them into the
 * message.
 *
 * Codecs are stateless. A tool call is therefore one start and any number of deltas, with the keys that the wire format
 * has (index, id); the reducer merges them.
 */
export type ChatEvent =
  | { readonly type: "text-delta"; readonly text: string }
  /** A further message of the same reply begins: a blank line separates its text from the text before. */
  | { readonly type: "text-start" }
  /** The role of the current message's text in the reply, as the provider names it. */
  | { readonly type: "text-phase"; readonly phase: string }
  | { readonly type: "reasoning-delta"; readonly text: string }
  | { readonly type: "refusal-delta"; readonly text: string }
  | {
      readonly type: "tool-call-start";
      readonly index?: number;
      readonly id?: string;
      readonly name: string;
      /** Opaque data that the provider requires with the call, such as Gemini's thought signature. */
      readonly signature?: string;
    }
  | { readonly type: "tool-call-delta"; readonly index?: number; readonly id?: string; readonly argumentsText: string }
  /** One value of a call's arguments, by its path in them; pieces of a string are concatenated. */
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
      /** The seed that reproduces the image. */
      readonly seed?: number;
      /** Opaque data that the provider expects with the image, such as Gemini's thought signature. */
      readonly signature?: string;
    }
  /** Web pages on which the reply is based. Pages that are known already count once. */
  | { readonly type: "sources"; readonly sources: readonly Source[] }
  /** Progress of a tool call; `position` counts the calls of all rounds. Created by the engine, never by a codec. */
  | { readonly type: "tool-run"; readonly position: number; readonly run: ToolRun }
  /** Web pages in the result of a tool call, which become sources of the reply. Created by the engine. */
  | { readonly type: "tool-sources"; readonly sources: readonly Source[] }
  /** A tool call at the end of the reply's text, which becomes the last of its calls. Created by the engine. */
  | { readonly type: "fenced-call"; readonly name: string; readonly argumentsText: string }
  | { readonly type: "fenced-run"; readonly run: ToolRun }
  /** Tools of the chat that the request does not contain. Created by the engine. */
  | { readonly type: "missing-tools"; readonly missing: MissingTools }
  /** The results of all calls so far are sent back and the model continues. Created by the engine. */
  | { readonly type: "round" }
  /** Opaque data that must be sent back unchanged inside the tool loop. */
  | { readonly type: "replay-start"; readonly index?: number; readonly item: ReplayItem }
  /** Appends to a field of the item with this index, or of the last item without an index. */
  | { readonly type: "replay-delta"; readonly index?: number; readonly field: string; readonly text: string }
  /** The provider runs a task: its result is polled by this id. */
  | { readonly type: "task"; readonly id: string }
  /** Token counts so far. They replace earlier counts, or complete them if they are partial. */
  | { readonly type: "usage"; readonly usage: Usage; readonly partial?: true }
  /** The cost of calls of this reply, which is added to that of earlier ones. Created by the store, never by a codec. */
  | { readonly type: "cost"; readonly cost: ReplyCost }
  /** The durations of the reply. Created by the store, never by a codec. */
  | { readonly type: "timing"; readonly timing: ReplyTiming }
  /**
   * The provider's finish reason, translated and raw. More events may follow (usage, the end marker). The message is
   * displayed if the reply is otherwise empty.
   */
  | { readonly type: "finish"; readonly finish: Finish; readonly raw: string; readonly message?: string }
  /** The protocol's end marker, such as `[DONE]`; events after it are ignored. */
  | { readonly type: "end" }
  /** The error that ended the reply early. The text so far remains. */
  | { readonly type: "error"; readonly error: ReplyError };
