import type { ChatEvent } from "@/lib/chat/event";
import type { Message } from "@/lib/chat/message";
import { emptyReply, finishMessage, foldReply, messageOfReply, replyOfMessage, saysMore } from "@/lib/chat/reply";

/** A reply that is being written, as the message that it makes. */
export interface GrowingReply {
  add(event: ChatEvent): void;
  /** True while the model has thought and said nothing. */
  isThinking(): boolean;
  /** True once it says more than it began with. */
  hasGrown(): boolean;
  /** Returns the message as it is now. */
  message(): Message;
  /** Returns the message of the reply that is over (`finishMessage`). */
  finished(end: { now: number; stopped: boolean }): Message;
}

/** Makes a reply that grows from a message of which nothing has come, or goes on from what another says already. */
export function growReply(blank: Message, goesOnFrom?: Message): GrowingReply {
  const start = goesOnFrom ? replyOfMessage(goesOnFrom) : emptyReply;
  let reply = start;
  return {
    add(event) {
      reply = foldReply(reply, event);
    },
    isThinking: () => reply.text === "" && reply.reasoning !== "",
    hasGrown: () => saysMore(reply, start),
    message: () => messageOfReply(blank, reply),
    finished: (end) => finishMessage(blank, reply, end),
  };
}
