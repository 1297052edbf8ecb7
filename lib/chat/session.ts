import { emptyMask, type Mask } from "@/lib/chat/mask";
import { type Message, textOf } from "@/lib/chat/message";
import type { ModelSettings } from "@/lib/chat/model-settings";
import { splitFiles } from "@/lib/chat/text-file";

/** The head of a chat: everything except its messages, which are separate records. */
export interface ChatSession {
  readonly id: string;
  /** Title; empty means untitled, which the UI displays as "New chat" in the user's language. */
  readonly topic: string;
  /** Beginning of the first question, displayed in the list until the chat has a title. */
  readonly preview?: string;
  readonly memoryPrompt: string;
  readonly lastUpdate: number;
  /** Messages before this index are covered by `memoryPrompt`. */
  readonly lastSummarizeIndex: number;
  /** Messages before this index are not sent. */
  readonly clearContextIndex?: number;
  readonly mask: Mask;
  readonly messageCount: number;
  /** Sort key in the list, in descending order. */
  readonly order: number;
  /** Whether the chat is in the group of pinned chats at the top. */
  readonly pinned?: boolean;
  /** The project of the chat. An id without a project means none, and is retained until a sync brings the project. */
  readonly projectId?: string | undefined;
  /** The tags of the chat (`tags.ts`). */
  readonly tags?: readonly string[] | undefined;
  /** Whether remembered facts are sent (`facts.ts`); absent: as in its project. */
  readonly enableFacts?: boolean | undefined;
  /** Time of deletion, while it can still be undone; at the next start the chat is deleted permanently. */
  readonly deletedAt?: number;
  /** Whether nothing of the chat is stored. It ends with its tab. Never stored. */
  readonly isTemporary?: true;
  /**
   * Whether the stored head failed validation: the chat is listed and can only be exported and deleted. Never stored.
   */
  readonly isDamaged?: true;
}

/** Creates an empty chat that is listed before all `others`. */
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

/** Maximum length of the preview, in characters. */
const previewChars = 80;

/** Returns the displayed name of a chat: its title, else its first question, else the given text. */
export function titleOf({ topic, preview }: Pick<ChatSession, "topic" | "preview">, untitled: string): string {
  return topic || preview || untitled;
}

/** Returns the beginning of a question, or the names of its files, on one line: the chat's name until it has a title. */
export function previewOf(question: Pick<Message, "content">): string {
  const { text, files } = splitFiles(textOf(question));
  return (text.trim() === "" ? files.map(({ name }) => name).join(", ") : text)
    .slice(0, 4 * previewChars)
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, previewChars);
}

/**
 * Sorts chats for the list: pinned ones first, then by descending `order`; equal ones by id, so that all devices agree.
 */
export function inListOrder(sessions: readonly ChatSession[]): ChatSession[] {
  return sessions.toSorted(
    (a, b) => Number(isPinned(b)) - Number(isPinned(a)) || b.order - a.order || (a.id < b.id ? -1 : 1),
  );
}

function isPinned({ pinned }: ChatSession): boolean {
  return pinned === true;
}

/** Returns the number of pinned chats in the list. */
export function pinnedCountOf(listed: readonly ChatSession[]): number {
  const count = listed.findIndex((session) => !isPinned(session));
  return count === -1 ? listed.length : count;
}

/** Returns the first chat below the pinned ones, whose position a new chat takes. */
export function topOf(listed: readonly ChatSession[]): ChatSession | undefined {
  return listed[pinnedCountOf(listed)];
}

/** Distance between sort keys after renumbering: enough for about twenty moves between two chats. */
const renumberStep = 1_000_000;

/**
 * Moves the chat with `id` to `index` of the list and returns the changed chats.
 *
 * The new sort key is between its neighbors', so that a move writes one record. Only if no number is left between them,
 * the whole group is renumbered. A pinned chat stays among the pinned ones, any other below them.
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

/**
 * Returns the chat to open when those with `ids` are deleted: the next remaining one in the list, else the previous
 * one.
 */
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

/** Whether the chat is still unused, so that "New chat" can open it again. */
export function isUntouched(session: ChatSession): boolean {
  const { messageCount, topic, mask, projectId, tags, enableFacts, isTemporary } = session;
  const isBare = projectId === undefined && tags === undefined && enableFacts === undefined && !isTemporary;
  return messageCount === 0 && topic === "" && mask.context.length === 0 && !mask.knowledge && isBare;
}

/** Returns the sort key of a chat that is listed before all others. */
export function topOrder(others: readonly ChatSession[], now: number): number {
  return Math.max(now, ...others.map(({ order }) => order + 1));
}

/** Whether the fields are a complete chat head; otherwise they are a change of an existing chat. */
export function isWholeHead({ mask, order }: { readonly mask?: unknown; readonly order?: unknown }): boolean {
  return mask !== undefined && mask !== null && order !== undefined;
}
