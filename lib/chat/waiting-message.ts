import type { Content } from "@/lib/chat/message";

/** A sent message that waits in the queue. It keeps its id when it is appended to its chat. */
export interface WaitingMessage {
  readonly id: string;
  readonly content: Content;
}

/** Waiting messages by chat, in the order in which they were sent. */
export type WaitingMessages = Readonly<Record<string, readonly WaitingMessage[]>>;
