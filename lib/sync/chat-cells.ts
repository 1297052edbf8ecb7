import type { ChatSession } from "@/lib/chat/session";
import { sessionSchema } from "@/lib/chat/session-schema";
import { boundedTime } from "@/lib/fields/time";
import { isRecord } from "@/lib/json";
import { inThreadOrder, isShown, type MessageRecord } from "@/lib/storage/catalogue";
import { readMessageRow } from "@/lib/storage/validate-rows";
import type { LocalCell } from "@/lib/sync/local-state";
import { type Group, isAlive, type SyncState } from "@/lib/sync/state";
import * as z from "@/lib/zod";

const chatPrefix = "chat/";
const headPrefix = "head/";
const messagePrefix = "message/";

/**
 * Fields of a head that are not synced: the id is the group's name, messages are counted, and deletions are times of
 * groups.
 */
const ownFields: ReadonlySet<string> = new Set(["id", "messageCount", "deletedAt"]);

/**
 * Returns the chats of this device as cells: each field of a head, each message. Chats in the trash count as deleted;
 * empty ones are not synced.
 */
export function cellsOfChats(
  sessions: readonly unknown[],
  messages: readonly unknown[],
  known: { has(group: string): boolean },
): Map<string, Map<string, LocalCell>> {
  const groups = new Map<string, Map<string, LocalCell>>();
  const heads = new Map<string, unknown>();
  for (const row of sessions) {
    if (!isRecord(row) || typeof row.id !== "string" || row.deletedAt !== undefined) continue;
    heads.set(row.id, row);
    // A chat that was synced and then emptied still exists.
    const name = chatPrefix + row.id;
    if (known.has(name)) groups.set(name, new Map(cellsOfHead(row)));
  }
  for (const row of messages) {
    if (!isRecord(row) || typeof row.id !== "string" || typeof row.sessionId !== "string") continue;
    const head = heads.get(row.sessionId);
    if (!isRecord(head)) continue;
    const group = groups.get(chatPrefix + row.sessionId) ?? new Map(cellsOfHead(head));
    group.set(messagePrefix + row.id, cellOfMessage(row));
    groups.set(chatPrefix + row.sessionId, group);
  }
  return groups;
}

function cellsOfHead(head: Readonly<Record<string, unknown>>): [string, LocalCell][] {
  const since = typeof head.lastUpdate === "number" ? boundedTime(head.lastUpdate) : 0;
  return Object.entries(head)
    .filter(([name, value]) => !ownFields.has(name) && value !== undefined)
    .map(([name, value]) => [headPrefix + name, { value, since }]);
}

function cellOfMessage(row: Readonly<Record<string, unknown>>): LocalCell {
  if (row.streaming === true || !readMessageRow(row)) return "busy";
  const { sessionId, streaming, ...value } = row;
  return { value, since: typeof row.date === "number" ? boundedTime(row.date) : 0 };
}

/** A chat in a sync state. */
export interface SyncedChat {
  readonly session: ChatSession;
  readonly messages: readonly MessageRecord[];
}

/** Reads a chat from a group; undefined if it is deleted or has no valid head. */
export function chatOf(name: string, group: Group): SyncedChat | undefined {
  if (!name.startsWith(chatPrefix) || !isAlive(group)) return undefined;
  const id = name.slice(chatPrefix.length);
  const head: Record<string, unknown> = { id };
  const messages: MessageRecord[] = [];
  for (const [key, { value }] of group.cells) {
    if (value === undefined) continue;
    if (key.startsWith(headPrefix)) head[key.slice(headPrefix.length)] = value;
    else if (isRecord(value)) {
      const read = readMessageRow({ ...value, sessionId: id });
      if (read) messages.push(read);
    }
  }
  const session = z.safeParse(sessionSchema, { ...head, messageCount: messages.filter(isShown).length });
  return session.success ? { session: session.data, messages: inThreadOrder(messages) } : undefined;
}

/** Reads all chats that are not deleted. */
export function chatsOf(state: SyncState): SyncedChat[] {
  return [...state].flatMap(([name, group]) => chatOf(name, group) ?? []);
}

/** Returns the name of a chat's group. */
export function groupOfChat(id: string): string {
  return chatPrefix + id;
}

/** Returns the id of a group's chat; undefined for a document. */
export function chatIdOf(name: string): string | undefined {
  return name.startsWith(chatPrefix) ? name.slice(chatPrefix.length) : undefined;
}

/** Returns the id of a cell's message; undefined for a field of the head. */
export function messageIdOf(key: string): string | undefined {
  return key.startsWith(messagePrefix) ? key.slice(messagePrefix.length) : undefined;
}

/** Returns the name of a message's cell. */
export function cellOfMessageId(id: string): string {
  return messagePrefix + id;
}

/** Returns the name of a cell's head field; undefined for a message. */
export function headFieldOf(key: string): string | undefined {
  return key.startsWith(headPrefix) ? key.slice(headPrefix.length) : undefined;
}

/** Returns the name of a head field's cell. */
export function cellOfHeadField(name: string): string {
  return headPrefix + name;
}
