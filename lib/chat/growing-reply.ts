import type { ChatEvent } from "@/lib/chat/event";
import type { Message } from "@/lib/chat/message";
import { emptyReply, finishMessage, foldReply, messageOfReply, replyOfMessage, saysMore } from "@/lib/chat/reply";

/** A streaming reply and the message that it becomes. */
export interface GrowingReply {
  add(event: ChatEvent): void;
  /** Whether the model has sent reasoning, but neither text nor a tool call yet. */
  isThinking(): boolean;
  /** Whether the reply has any content beyond what it started with. */
  hasGrown(): boolean;
  /** Returns the current message. */
  message(): Message;
  /** Returns the message of the ended reply (`finishMessage`). */
  finished(end: { now: number; stopped: boolean }): Message;
}

/** Creates a reply that starts empty, or continues the text of another message. */
export function growReply(blank: Message, goesOnFrom?: Message): GrowingReply {
  const start = goesOnFrom ? replyOfMessage(goesOnFrom) : emptyReply;
  let reply = start;
  return {
    add(event) {
      reply = foldReply(reply, event);
    },
    isThinking: () => reply.text === "" && reply.textBeforeCalls.length === 0 && reply.reasoning !== "",
    hasGrown: () => saysMore(reply, start),
    message: () => messageOfReply(blank, reply),
    finished: (end) => finishMessage(blank, reply, end),
  };
}
