import * as v from "valibot";
import { emptyMask, type Mask, maskSchema } from "@/lib/chat/mask";
import { type Message, textOf } from "@/lib/chat/message";
import type { ModelSettings } from "@/lib/chat/model-settings";
import { storedCount, storedOrder, storedTime } from "@/lib/fields/time";

/** The head of a conversation: all but its messages, which are records of their own. */
export interface ChatSession {
  readonly id: string;
  /** Empty means untitled; the screen says "New chat" in the user's language. */
  readonly topic: string;
  /** The beginning of the first question: it names a chat in the list as long as that has no title. */
  readonly preview?: string;
  readonly memoryPrompt: string;
  readonly lastUpdate: number;
  /** Messages before this index are covered by `memoryPrompt`. */
  readonly lastSummarizeIndex: number;
  /** Messages before this index are not sent. */
  readonly clearContextIndex?: number;
  readonly mask: Mask;
  readonly messageCount: number;
  /** The place in the list: the highest comes first. */
  readonly order: number;
  /** Stands in a group of its own above all others. */
  readonly pinned?: boolean;
  /** Set while a deletion can still be undone; at the next start the chat is gone for good. */
  readonly deletedAt?: number;
  /** The stored head failed validation: the chat is listed, and can only be exported and deleted. Never stored. */
  readonly isDamaged?: true;
}

/** Reads a session head that was stored by this version; fields that it does not know are kept. */
export const sessionSchema: v.GenericSchema<unknown, ChatSession> = v.looseObject({
  id: v.pipe(v.string(), v.minLength(1)),
  topic: v.fallback(v.string(), ""),
  preview: v.fallback(v.optional(v.string()), undefined),
  memoryPrompt: v.fallback(v.string(), ""),
  lastUpdate: v.fallback(storedTime, 0),
  lastSummarizeIndex: v.fallback(storedCount, 0),
  clearContextIndex: v.fallback(v.optional(storedCount), undefined),
  mask: maskSchema,
  messageCount: v.fallback(storedCount, 0),
  order: v.fallback(storedOrder, 0),
  pinned: v.fallback(v.optional(v.boolean()), undefined),
  deletedAt: v.fallback(v.optional(storedTime), undefined),
});

/** Makes an empty chat that stands before all of `others`. */
export function newSession(given: {
  id: string;
  maskId: string;
  now: number;
  lang: string;
  modelConfig: ModelSettings;
  others: readonly ChatSession[];
}): ChatSession {
  return {
    id: given.id,
    topic: "",
    memoryPrompt: "",
    lastUpdate: given.now,
    lastSummarizeIndex: 0,
    mask: emptyMask({ id: given.maskId, now: given.now, lang: given.lang, modelConfig: given.modelConfig }),
    messageCount: 0,
    order: topOrder(given.others, given.now),
  };
}

/** How much of the first question names a chat, in characters. */
const previewChars = 80;

/** Returns how a chat is called: by its title, else by its first question, else by the given words. */
export function titleOf({ topic, preview }: Pick<ChatSession, "topic" | "preview">, untitled: string): string {
  return topic || preview || untitled;
}

/** Returns the beginning of a question, on one line, by which its chat is called until it has a title. */
export function previewOf(question: Pick<Message, "content">): string {
  return textOf(question)
    .slice(0, 4 * previewChars)
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, previewChars);
}

/** Sorts chats for the list: pinned ones, then the highest `order` first, equal ones by id so that every device agrees. */
export function inListOrder(sessions: readonly ChatSession[]): ChatSession[] {
  return sessions.toSorted(
    (a, b) => Number(isPinned(b)) - Number(isPinned(a)) || b.order - a.order || (a.id < b.id ? -1 : 1),
  );
}

function isPinned({ pinned }: ChatSession): boolean {
  return pinned === true;
}

/** Returns how many chats of the list stand in the group of pinned ones. */
export function pinnedCountOf(listed: readonly ChatSession[]): number {
  const count = listed.findIndex((session) => !isPinned(session));
  return count === -1 ? listed.length : count;
}

/** Returns the first chat below the pinned ones: a new chat takes its place. */
export function topOf(listed: readonly ChatSession[]): ChatSession | undefined {
  return listed[pinnedCountOf(listed)];
}

/** How far apart chats are put when their places are numbered anew: room for some twenty moves between two. */
const renumberStep = 1_000_000;

/**
 * Moves the chat with `id` to `index` of the list and answers the chats that changed by it.
 *
 * The new place lies between its neighbours', so that a move writes one record. Only when no number is left between
 * them is its whole group numbered anew. A pinned chat stays among the pinned ones, any other below them.
 */
export function moveSession(sessions: readonly ChatSession[], id: string, index: number): ChatSession[] {
  const listed = inListOrder(sessions);
  const moved = listed.find((session) => session.id === id);
  if (!moved) return [];
  const others = listed.filter((session) => session.id !== id && isPinned(session) === isPinned(moved));
  const place = Math.min(Math.max(index - (isPinned(moved) ? 0 : pinnedCountOf(listed)), 0), others.length);
  const above = others[place - 1]?.order;
  const below = others[place]?.order;
  const order = placeBetween(above, below);
  if ((above === undefined || order < above) && (below === undefined || order > below)) return [{ ...moved, order }];
  const group = others.toSpliced(place, 0, moved);
  const top = group.length * renumberStep;
  return group.map((session, index) => ({ ...session, order: top - index * renumberStep }));
}

function placeBetween(above: number | undefined, below: number | undefined): number {
  if (above !== undefined && below !== undefined) return (above + below) / 2;
  if (below !== undefined) return below + renumberStep;
  return (above ?? 0) - renumberStep;
}

/** Returns which chat comes up when those with `ids` are deleted: the next left in the list, else the one before. */
export function neighbourOf(
  sessions: readonly ChatSession[],
  currentId: string,
  ids: ReadonlySet<string> = new Set([currentId]),
): ChatSession | undefined {
  const listed = inListOrder(sessions);
  const index = listed.findIndex(({ id }) => id === currentId);
  const isLeft = ({ id }: ChatSession) => !ids.has(id);
  return listed.slice(index + 1).find(isLeft) ?? listed.slice(0, Math.max(index, 0)).findLast(isLeft);
}

/** Whether nobody has used the chat yet, so that "New chat" may lead to it again. */
export function isUntouched(session: ChatSession): boolean {
  return session.messageCount === 0 && session.topic === "" && session.mask.context.length === 0;
}

/**
 * Returns the user message that a retry sends again: the message itself, or the nearest one above the reply.
 *
 * `messages` are those of the chat in order.
 */
export function questionOf(messages: readonly Message[], id: string): Message | undefined {
  const index = messages.findIndex((message) => message.id === id);
  return messages.slice(0, index + 1).findLast((message) => message.role === "user");
}

/**
 * Returns what clearing the context changes: nothing said so far is sent any more, and the memory of it goes. Where the
 * context is cleared up to the end already, it is taken back; the memory does not come back.
 */
export function toggleContext({
  clearContextIndex,
  messageCount,
}: Pick<ChatSession, "clearContextIndex" | "messageCount">): Partial<ChatSession> {
  if (clearContextIndex === messageCount) return { clearContextIndex: undefined };
  return { clearContextIndex: messageCount, memoryPrompt: "" };
}

/** Returns the place of a chat that stands before all others. */
export function topOrder(others: readonly ChatSession[], now: number): number {
  return Math.max(now, ...others.map(({ order }) => order + 1));
}

/** Whether these fields say all that makes a chat: others change a chat that there is. */
export function isWholeHead({ mask, order }: { readonly mask?: unknown; readonly order?: unknown }): boolean {
  return mask !== undefined && mask !== null && order !== undefined;
}
