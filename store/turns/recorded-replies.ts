import type { RequestContext, TurnInput } from "@/lib/chat/context";
import type { Finish } from "@/lib/chat/event";
import type { ToolDefinition } from "@/lib/chat/tool";
import { type CallRecorder, createCallRecorder, type RecordedCall } from "@/lib/engine/record-calls";
import type { Environment } from "@/lib/environment";

export type { RecordedCall };

/** A question with the context of its request. */
export interface RequestInput {
  readonly turn: TurnInput;
  readonly context: RequestContext;
}

/** The inputs of a sent request. */
export interface SentRequest extends RequestInput {
  readonly tools: readonly ToolDefinition[];
}

/** The calls of a reply in this tab. They are only in memory. */
export interface RecordedReply {
  readonly request?: SentRequest | undefined;
  readonly calls: readonly RecordedCall[];
  /** The finish reason of the last call, translated and raw. */
  readonly finish?: { readonly finish: Finish; readonly raw: string } | undefined;
}

/** Maximum number of replies whose requests and calls are in memory. */
export const maxRecordedReplies = 20;

/** In the order of their beginning. */
const recorded = new Map<string, RecordedReply>();

/** Records a reply. */
export interface ReplyRecorder extends CallRecorder {
  onFinish(finish: Finish | null, raw: string | null): void;
}

/** Records the calls of a reply, in place of earlier ones of the same message. */
export function recordReply(
  replyId: string,
  env: Pick<Environment, "now">,
  request?: SentRequest | undefined,
): ReplyRecorder {
  const recorder = createCallRecorder(env);
  const reply: { -readonly [Name in keyof RecordedReply]: RecordedReply[Name] } = { request, calls: recorder.calls };
  recorded.delete(replyId);
  recorded.set(replyId, reply);
  for (const id of recorded.keys()) if (recorded.size > maxRecordedReplies) recorded.delete(id);
  return {
    ...recorder,
    onFinish(finish, raw) {
      if (finish) reply.finish = { finish, raw: raw ?? "" };
    },
  };
}

/** Returns the calls of a reply; undefined if they are not in memory. */
export function recordedReply(replyId: string): RecordedReply | undefined {
  return recorded.get(replyId);
}
