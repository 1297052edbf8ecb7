import { emptyMask } from "@/lib/chat/mask";
import type { Message } from "@/lib/chat/message";
import { type ChatSession, previewOf } from "@/lib/chat/session";
import { contentId } from "@/lib/import/content-id";
import type { FormatId, ImportContext, ImportedChat } from "@/lib/import/imported";
import { type TreeNode, unfoldTree } from "@/lib/import/tree";
import type { MessageRecord } from "@/lib/storage/catalogue";

/** A message from another program's file; without an id, it gets one from its content. */
export interface DraftMessage extends Omit<Message, "id" | "date" | "parentId" | "isAside"> {
  readonly id?: string | undefined;
  readonly parentId?: string | undefined;
  readonly isAside?: boolean;
  readonly date?: number | undefined;
  /** Parts of unknown types, each with its position. */
  readonly otherParts?: readonly { readonly place: number; readonly part: unknown }[];
}

/** A chat from another program's file, with the source's own ids. */
export interface DraftChat {
  readonly format: FormatId;
  readonly id?: string | undefined;
  readonly topic?: string | undefined;
  readonly created?: number | undefined;
  readonly updated?: number | undefined;
  /** The system prompt. */
  readonly systemPrompt?: string | undefined;
  /** Visible messages in order, then the hidden ones. */
  readonly messages: readonly DraftMessage[];
}

/** A node of a tree, with its message. */
export interface DraftNode extends TreeNode {
  readonly message?: DraftMessage;
}

/** Creates a chat from a draft. It follows the global model settings, because its own are another product's. */
export function chatOf(draft: DraftChat, context: ImportContext): ImportedChat {
  const id = `${draft.format}:${draft.id ?? contentId(draft.topic, draft.messages.map(essence))}`;
  const messages = recordsOf(draft, id, context);
  const shown = messages.filter(({ isAside }) => !isAside);
  const newest = messages.reduce((latest, { date }) => Math.max(latest, date), 0);
  const lastUpdate = draft.updated ?? (newest || context.now);
  return { session: headOf(draft, { id, lastUpdate, shown }, context), messages };
}

/** Converts a tree of drafts to a list: the visible path, then hidden messages with the message that each follows. */
export function draftsOfTree(nodes: readonly DraftNode[], leafId?: string): DraftMessage[] {
  return unfoldTree(nodes, leafId).flatMap(({ node, parentId, isAside }): DraftMessage[] => {
    if (!node.message) return [];
    const message = { ...node.message, id: node.id, date: node.message.date ?? node.date };
    return [isAside ? { ...message, parentId, isAside } : message];
  });
}

/** Returns the head of a chat from its messages. */
function headOf(
  draft: DraftChat,
  { id, lastUpdate, shown }: { id: string; lastUpdate: number; shown: readonly MessageRecord[] },
  { lang, modelConfig }: ImportContext,
): ChatSession {
  const created = draft.created ?? lastUpdate;
  const mask = emptyMask({ id: `mask-of-${id}`, now: created, lang, modelConfig });
  const prompt: Message[] = draft.systemPrompt
    ? [{ id: `${id}:prompt`, role: "system", content: draft.systemPrompt, date: created }]
    : [];
  return {
    id,
    topic: draft.topic ?? "",
    ...previewField(shown),
    memoryPrompt: "",
    lastUpdate,
    lastSummarizeIndex: 0,
    mask: { ...mask, context: prompt },
    messageCount: shown.length,
    order: lastUpdate,
  };
}

/** Returns the preview of a chat, if its first question has any text. */
export function previewField(shown: readonly Message[]): Pick<ChatSession, "preview"> {
  const question = shown.find(({ role }) => role === "user");
  const preview = question ? previewOf(question) : "";
  return preview ? { preview } : {};
}

function recordsOf(draft: DraftChat, sessionId: string, { now }: ImportContext): MessageRecord[] {
  const firstDate = draft.messages.find(({ date }) => date !== undefined)?.date;
  let date = firstDate ?? draft.created ?? draft.updated ?? now;
  const ids = new Set(draft.messages.map(({ id }) => id));
  const dates = new Map<string | undefined, number>();
  return draft.messages.map((message, place) => {
    const { id, parentId, isAside, date: ownDate, ...rest } = message;
    // A message without a time was written after the one that it follows.
    date = ownDate ?? (parentId === undefined ? undefined : dates.get(parentId)) ?? date;
    dates.set(id, date);
    return {
      ...withoutAbsent(rest),
      id: `${sessionId}:${id ?? contentId(place, essence(message))}`,
      date,
      sessionId,
      seq: place + 1,
      ...(parentId !== undefined && ids.has(parentId) ? { parentId: `${sessionId}:${parentId}` } : {}),
      ...(isAside ? { isAside } : {}),
    };
  });
}

/** Removes undefined fields, which IndexedDB would store and JSON would not. */
function withoutAbsent<T extends object>(record: T): T {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T;
}

function essence({ id, role, content }: DraftMessage): readonly unknown[] {
  return [id, role, content];
}
