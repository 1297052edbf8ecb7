import { type Message, type StoredBlend, textOf } from "@/lib/chat/message";
import { type ChatSession, topOrder } from "@/lib/chat/session";
import type { Placed } from "@/lib/chat/versions";
import { listOf, recordOf, stringOf } from "@/lib/json";

/** A chat with all its messages, visible and hidden. */
interface WholeChat<M extends Placed> {
  readonly session: ChatSession;
  readonly messages: readonly M[];
}

/**
 * Copies a chat with its memory, its cleared context and all versions of its messages, which get new ids. The copy is
 * not pinned. A streaming reply is copied with its text so far and marked as stopped.
 *
 * @param given the suffix of the copy's title, and the other chats, above which the copy is listed
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
  const comparisons = new Map([...new Set(said.map(({ comparison }) => comparison))].map((id) => [id, given.newId()]));
  const { pinned: _stays, ...head } = session;
  return {
    session: { ...head, ...titleOfFork(session, given.suffix), ...placeOfFork(given), messageCount: shownIn(said) },
    messages: said.map(({ streaming, parentId: formerParent = "", ...message }) => {
      const parentId = ids.get(formerParent);
      return {
        ...message,
        id: ids.get(message.id) ?? message.id,
        ...(parentId === undefined ? {} : { parentId }),
        // Votes name the comparison, and those of the original stay its own.
        ...(message.comparison && { comparison: comparisons.get(message.comparison) }),
        ...(message.blend && { blend: blendInCopy(message.blend, ids) }),
        ...(streaming ? { stopped: true } : {}),
      } as unknown as M;
    }),
  };
}

/**
 * Returns the part of a chat that ends with a visible message: the messages up to it and their hidden versions. A
 * memory or cleared context that covers later messages is dropped.
 */
export function partUpTo<M extends Placed>({ session, messages }: WholeChat<M>, lastId: string): WholeChat<M> {
  const shown = messages.filter(({ isAside }) => !isAside).toSorted((one, other) => one.seq - other.seq);
  const part = shown.slice(0, shown.findIndex(({ id }) => id === lastId) + 1);
  const kept = new Set([undefined, ...part.map(({ id }): string | undefined => id)]);
  const hiddenVersions = messages.filter(({ isAside }) => isAside);
  // A hidden message may follow another hidden message that comes later in the list.
  for (let count = 0; count !== kept.size; ) {
    count = kept.size;
    for (const { id, parentId } of hiddenVersions) if (kept.has(parentId)) kept.add(id);
  }
  const { clearContextIndex = 0, lastSummarizeIndex } = session;
  const { clearContextIndex: _later, ...uncleared } = session;
  const head = clearContextIndex > part.length ? uncleared : session;
  return {
    session: lastSummarizeIndex > part.length ? { ...head, memoryPrompt: "", lastSummarizeIndex: 0 } : head,
    messages: [...part, ...hiddenVersions.filter(({ id }) => kept.has(id))],
  };
}

/** Returns the sources of a blended reply with the ids that they have in the copy. Missing ones keep theirs. */
function blendInCopy(blend: StoredBlend, ids: ReadonlyMap<string, string>): StoredBlend {
  const answers = listOf(recordOf(blend).answers).map((answer) => {
    const id = ids.get(stringOf(recordOf(answer).id));
    return id === undefined ? answer : { ...recordOf(answer), id };
  });
  return { ...blend, answers };
}

function saysSomething(message: Message): boolean {
  return textOf(message) !== "" || typeof message.content !== "string" || message.reasoning !== undefined;
}

/** Returns the title of a fork. An untitled chat keeps waiting for a title and shows its first question until then. */
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
