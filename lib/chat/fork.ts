import { type Message, textOf } from "@/lib/chat/message";
import { type ChatSession, topOrder } from "@/lib/chat/session";
import type { Placed } from "@/lib/chat/versions";

/** A chat with all its messages, shown and aside. */
interface WholeChat<M extends Placed> {
  readonly session: ChatSession;
  readonly messages: readonly M[];
}

/**
 * Copies a chat, which then goes on by itself (§3.12): with its memory, its cleared context and all versions of its
 * messages, which get ids of their own. A reply that is growing is copied as far as it has come.
 *
 * @param given the word that sets its title apart, and the chats before which it stands
 */
export function forkChat<M extends Placed>(
  { session, messages }: WholeChat<M>,
  given: {
    readonly id: string;
    readonly newId: () => string;
    readonly now: number;
    readonly others: readonly ChatSession[];
    readonly suffix: string;
  },
): WholeChat<M> {
  const said = messages.filter((message) => !message.streaming || saysSomething(message));
  const ids = new Map(said.map(({ id }) => [id, given.newId()]));
  return {
    session: { ...session, ...titleOfFork(session, given.suffix), ...placeOfFork(given), messageCount: shownIn(said) },
    messages: said.map(({ streaming, parentId: formerParent = "", ...message }) => {
      const parentId = ids.get(formerParent);
      return {
        ...message,
        id: ids.get(message.id) ?? message.id,
        ...(parentId === undefined ? {} : { parentId }),
        ...(streaming ? { stopped: true } : {}),
      } as unknown as M;
    }),
  };
}

function saysSomething(message: Message): boolean {
  return textOf(message) !== "" || typeof message.content !== "string" || message.reasoning !== undefined;
}

/** A chat without a title is called by its first question, and goes on waiting for a title. */
function titleOfFork({ topic, preview }: ChatSession, suffix: string): Pick<ChatSession, "topic" | "preview"> {
  if (topic !== "") return { topic: `${topic} ${suffix}` };
  return preview === undefined ? { topic } : { topic, preview: `${preview} ${suffix}` };
}

function placeOfFork({ id, now, others }: { id: string; now: number; others: readonly ChatSession[] }) {
  return { id, lastUpdate: now, order: topOrder(others, now) };
}

function shownIn(messages: readonly Message[]): number {
  return messages.filter(({ isAside }) => !isAside).length;
}
