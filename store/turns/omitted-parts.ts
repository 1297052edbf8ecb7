import { create, type StoreApi } from "zustand";
import type { OmittablePart } from "@/lib/chat/request";
import type { WaitingMessage, WaitingMessages } from "@/lib/chat/waiting-message";
import type { QueueState } from "@/store/turns/turn-queue";

interface OmittedPartsStore {
  /** The parts that the next request of a chat leaves out, by chat. They are not stored. */
  readonly byChat: Readonly<Record<string, readonly OmittablePart[]>>;
  set(sessionId: string, part: OmittablePart, isOmitted: boolean): void;
}

/** The parts that the next requests leave out. */
export const useOmittedParts = create<OmittedPartsStore>()((set) => ({
  byChat: {},
  set(sessionId, part, isOmitted) {
    set(({ byChat }) => {
      const others = (byChat[sessionId] ?? []).filter((each) => each !== part);
      return { byChat: { ...byChat, [sessionId]: isOmitted ? [...others, part] : others } };
    });
  },
}));

/** Returns the parts that the next request of a chat leaves out. */
export function omittedParts(sessionId: string): readonly OmittablePart[] {
  return useOmittedParts.getState().byChat[sessionId] ?? [];
}

/** Leaves parts out of the next request of a chat, because the request that left them out got no reply. */
export function returnOmittedParts(sessionId: string, parts: readonly OmittablePart[]): void {
  for (const part of parts) useOmittedParts.getState().set(sessionId, part, true);
}

/** Returns the parts that a chat's next request leaves out, and sends them again with later requests of the chat. */
function takeChatParts(sessionId: string): readonly OmittablePart[] {
  const { [sessionId]: taken = [], ...byChat } = useOmittedParts.getState().byChat;
  if (taken.length > 0) useOmittedParts.setState({ byChat });
  return taken;
}

/** The parts that waiting messages leave out, by message id, until their requests are built. */
const byMessage = new Map<string, readonly OmittablePart[]>();

/** Returns the parts that the request of a question leaves out, and forgets them. */
export function takeOmittedParts(sessionId: string, questionId: string): readonly OmittablePart[] {
  const ofMessage = byMessage.get(questionId);
  byMessage.delete(questionId);
  return ofMessage ?? takeChatParts(sessionId);
}

/** Notes messages that began to wait earlier: their requests leave out only their own parts. */
export function noteWaiting(messages: WaitingMessages): void {
  for (const { id, omitted = [] } of Object.values(messages).flat()) byMessage.set(id, omitted);
}

/** Gives the parts that a chat leaves out to the next message that waits in it, so that no other request takes them. */
export function watchWaiting(turns: Pick<StoreApi<QueueState>, "getState" | "setState" | "subscribe">): void {
  noteWaiting(turns.getState().queued);
  turns.subscribe(({ queued }, before) => {
    if (queued === before.queued) return;
    for (const [sessionId, messages] of Object.entries(queued)) {
      const added = messages.find(({ id }) => !byMessage.has(id));
      if (!added) continue;
      const omitted = takeChatParts(sessionId);
      byMessage.set(added.id, omitted);
      if (omitted.length === 0) continue;
      const changed = messages.map((message) => (message === added ? { ...message, omitted } : message));
      turns.setState({ queued: { ...queued, [sessionId]: changed } });
    }
  });
}

/** Removes a waiting message. Its parts are left out of the next request of its chat again. Returns the message. */
export function unqueueMessage(
  turns: QueueState & { unqueue(sessionId: string, index: number): unknown },
  sessionId: string,
  index: number,
): WaitingMessage | undefined {
  const message = turns.queued[sessionId]?.[index];
  if (message === undefined || turns.unqueue(sessionId, index) === undefined) return undefined;
  byMessage.delete(message.id);
  returnOmittedParts(sessionId, message.omitted ?? []);
  return message;
}
