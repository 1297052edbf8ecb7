import type { AskedModel } from "@/lib/chat/asked-models";
import type { Content } from "@/lib/chat/message";
import type { OmittablePart } from "@/lib/chat/request";

/** A sent message that waits in the queue. It keeps its id when it is appended to its chat. */
export interface WaitingMessage {
  readonly id: string;
  readonly content: Content;
  /** The models that are asked side by side; absent if the chat's model is asked. */
  readonly models?: readonly AskedModel[];
  /** The parts that its request leaves out; absent if it leaves out none. */
  readonly omitted?: readonly OmittablePart[];
}

/** Waiting messages by chat, in the order in which they were sent. */
export type WaitingMessages = Readonly<Record<string, readonly WaitingMessage[]>>;
