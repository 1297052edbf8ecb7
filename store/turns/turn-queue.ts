import type { AskedModel } from "@/lib/chat/asked-models";
import type { Content } from "@/lib/chat/message";
import type { ChatSession } from "@/lib/chat/session";
import type { WaitingMessage, WaitingMessages } from "@/lib/chat/waiting-message";

/** The waiting messages of all chats. */
export interface QueueState {
  /** Messages that were sent while their chat still answered, or without a network, in order. */
  readonly queued: WaitingMessages;
}

/** Services of the queue. */
export interface TurnQueueDependencies {
  readonly get: () => QueueState;
  readonly set: (state: QueueState) => void;
  readonly newId: () => string;
  /** Returns a chat that can be asked now: its messages are read and it does not answer. */
  readonly freeSession: (sessionId: string) => ChatSession | undefined;
  /** Whether all models that a message is sent to could be asked now. */
  readonly isReachable: (session: ChatSession, message: WaitingMessage) => boolean;
  /** Loads the code that sending a message needs. Returns undefined if it is there. */
  readonly loadCode: (session: ChatSession, message: WaitingMessage) => Promise<unknown> | undefined;
  /** Sends a message. Resolves when its reply has ended. Returns undefined if code is missing. */
  readonly ask: (session: ChatSession, message: WaitingMessage) => Promise<void> | undefined;
}

/** The queue of messages that wait to be sent. */
export interface TurnQueue {
  add(sessionId: string, content: Content): void;
  /** Adds a message that waits for the network. `models` answer side by side instead of the chat's model. */
  addDelayed(sessionId: string, content: Content, models?: readonly AskedModel[]): void;
  /** Whether messages of the chat wait for the network. */
  isDelayed(sessionId: string): boolean;
  /** Sends the message of a chat that has waited longest. */
  sendNext(sessionId: string): Promise<void>;
  /** The same after a reply; a message whose models are out of reach goes on waiting for the network. */
  sendNextIfReachable(sessionId: string): Promise<void>;
  /** Sends the messages that wait for the network, one after the other in each chat. */
  sendDelayed(): void;
  /** Removes a waiting message. Returns its content. */
  remove(sessionId: string, index: number): Content | undefined;
}

/** Creates the queue. Its messages are in the given state. */
export function createTurnQueue({
  get,
  set,
  newId,
  freeSession,
  isReachable,
  loadCode,
  ask,
}: TurnQueueDependencies): TurnQueue {
  /** Chats whose waiting messages are sent as soon as there is a network. */
  const delayed = new Set<string>();

  const waitingIn = (sessionId: string) => get().queued[sessionId] ?? [];

  function setWaiting(sessionId: string, waiting: readonly WaitingMessage[]): void {
    const { [sessionId]: _replaced, ...others } = get().queued;
    set({ queued: waiting.length > 0 ? { ...others, [sessionId]: waiting } : others });
  }

  const add = (sessionId: string, content: Content, models?: readonly AskedModel[]) =>
    setWaiting(sessionId, [...waitingIn(sessionId), { id: newId(), content, ...(models && { models }) }]);

  async function sendNext(sessionId: string, hasLoaded = false): Promise<void> {
    const [next, ...waiting] = waitingIn(sessionId);
    const session = freeSession(sessionId);
    if (next === undefined || !session) return;
    const loading = hasLoaded ? undefined : loadCode(session, next);
    if (loading) {
      await loading.catch((thrown: unknown) => console.warn("Could not load the code of a waiting message.", thrown));
      return sendNext(sessionId, true);
    }
    const asked = ask(session, next);
    if (!asked) return;
    // The turn has begun, so that a write of the queue waits until the message is stored in its chat.
    setWaiting(sessionId, waiting);
    await asked;
  }

  async function sendNextIfReachable(sessionId: string): Promise<void> {
    const [next] = waitingIn(sessionId);
    const session = freeSession(sessionId);
    const mustWait = next && session && !isReachable(session, next);
    if (mustWait) delayed.add(sessionId);
    else delayed.delete(sessionId);
    if (!mustWait) await sendNext(sessionId);
  }

  return {
    add,
    addDelayed(sessionId, content, models) {
      delayed.add(sessionId);
      add(sessionId, content, models);
    },
    isDelayed: (sessionId) => delayed.has(sessionId),
    sendNext: (sessionId) => sendNext(sessionId),
    sendNextIfReachable,
    sendDelayed() {
      for (const sessionId of [...delayed]) void sendNextIfReachable(sessionId);
    },
    remove(sessionId, index) {
      const waiting = waitingIn(sessionId);
      setWaiting(sessionId, waiting.toSpliced(index, 1));
      return waiting[index]?.content;
    },
  };
}
