import type { StoreApi } from "zustand";
import type { ThreadEdit } from "@/lib/chat/edit-thread";
import type { Message } from "@/lib/chat/message";
import type { ModelSettings } from "@/lib/chat/model-settings";
import type { ChatSession } from "@/lib/chat/session";
import type { Branches } from "@/lib/chat/versions";
import type { Environment } from "@/lib/environment";
import type { MessageRecord } from "@/lib/storage/catalogue";
import type { Journal } from "@/store/records/journal";

/** The messages of an opened chat: the ids on the shown path, in order. */
export interface Thread {
  readonly status: "loading" | "ready" | "failed";
  readonly ids: readonly string[];
  /** The ids of hidden versions, by the id of the message that they follow (`chatStart` for the first). */
  readonly asides: Readonly<Record<string, readonly string[]>>;
}

/** The chats without their messages, in list order, and which one is open. */
export interface ChatHeads {
  /** All chats in list order, without deleted ones that can still be restored. */
  readonly sessions: readonly ChatSession[];
  readonly currentId: string;
  /** False until the whole list has been read. The open chat is there before. */
  readonly areAllRead: boolean;
  /** Sets the stored chats. If there are none, creates an empty one. */
  hydrate(sessions: readonly ChatSession[], currentId: string, defaults: NewChatDefaults): void;
  /** Opens an empty chat: a new one, or the untouched one at the top below the pinned chats. Returns its id. */
  newChat(defaults: NewChatDefaults): string;
  select(id: string): void;
  patchSession(id: string, patch: Partial<Omit<ChatSession, "id">>): void;
  /** Changes the same fields of several chats. */
  patchSessions(ids: readonly string[], patch: Partial<Omit<ChatSession, "id">>): void;
  /** Stores a chat that is only in memory. The very first chat is not stored before it has content. */
  keepSession(id: string): void;
  /** Adds stored chats that were not read at startup. Chats that are already in memory stay as they are. */
  addSessions(found: readonly ChatSession[]): void;
  /** Updates chats that another tab has stored; removes deleted ones. */
  takeSessions(stored: readonly ChatSession[]): void;
  /** Moves a chat to an index of the list; a pinned chat stays among the pinned ones. */
  move(id: string, index: number): void;
  /** Moves chats into the pinned group at the top, or back to their previous positions. */
  setPinned(ids: readonly string[], pinned: boolean): void;
  /** Deletes chats. Returns the function that restores them. If no chat remains, creates an empty one. */
  deleteChats(ids: readonly string[], defaults: NewChatDefaults): () => void;
}

/** The messages of opened chats, and growing replies. */
export interface ChatThreads {
  readonly threads: Readonly<Record<string, Thread>>;
  /** The messages of opened chats, by id. */
  readonly messages: Readonly<Record<string, MessageRecord>>;
  /**
   * Growing replies by id. They are separate so that a frame of a stream costs the same in a chat of ten thousand
   * messages.
   */
  readonly live: Readonly<Record<string, MessageRecord>>;
  startThread(sessionId: string): void;
  fillThread(sessionId: string, records: readonly MessageRecord[]): void;
  failThread(sessionId: string): void;
  /** Adds messages to the end of an opened chat. */
  append(sessionId: string, messages: readonly Message[]): void;
  /** Inserts a message directly after another one of an opened chat. */
  insertBehind(sessionId: string, id: string, message: Message): void;
  /** Changes a stored message. */
  update(id: string, change: (message: Message) => Message): void;
  /** Shows the current state of a growing reply, and stores it. */
  grow(id: string, message: Message): void;
  /** Shows a state of a growing reply without storing it. */
  show(id: string, message: Message): void;
  /** Moves a finished reply from `live` into the chat. */
  settle(id: string, message: Message): void;
  /** Shows another version of a message in place of the shown one. */
  showVersion(sessionId: string, shownId: string, versionId: string): void;
  /** Replaces an answer by a new version; the previous one is hidden. */
  replaceAnswer(sessionId: string, id: string, message: Message): void;
  /** Removes a version that failed; the previous one shows again. */
  dropVersion(sessionId: string, id: string, formerId: string): void;
  /** Hides a message and all messages below it, and appends messages in their place. */
  branchOff(sessionId: string, id: string, messages: readonly Message[]): void;
  /**
   * Removes messages. Returns the function that restores them at their positions. A single message with other versions
   * is replaced by one of them.
   */
  remove(sessionId: string, ids: readonly string[]): () => void;
  /** Applies an edit of all messages of an opened chat (lib/chat/edit-thread.ts). */
  rewrite(
    sessionId: string,
    edit: (
      session: ChatSession,
      branches: Branches<MessageRecord>,
    ) => Omit<ThreadEdit<MessageRecord>, "head"> & Partial<Pick<ThreadEdit<MessageRecord>, "head">>,
  ): void;
  /** Adds a new chat with all its messages, shown and hidden, and opens it. */
  adopt(session: ChatSession, messages: readonly MessageRecord[]): void;
  /** Updates messages of opened chats that another tab has stored. */
  takeMessages(stored: readonly MessageRecord[]): void;
  /** Evicts messages that another tab has removed. */
  dropMessages(removed: readonly { readonly id: string; readonly sessionId: string }[]): void;
  /** Copies a message into the chat's context, which is sent ahead of its history. A message is pinned once. */
  pin(sessionId: string, id: string): void;
  /** Removes a prompt from the chat's context. */
  unpin(sessionId: string, promptId: string): void;
  /** Stores an opened temporary chat with all its messages, and from now on its changes. */
  keep(sessionId: string): void;
  /** Recounts the messages of an opened chat: messages of two tabs add up, but each tab counts only its own. */
  recount(sessionId: string): void;
}

/** The state of all chats in this tab, and its actions. */
export type ChatsStore = ChatHeads & ChatThreads;

/** Dependencies that the parts of the store share. */
export interface ChatsContext {
  readonly env: Pick<Environment, "now" | "newId">;
  readonly journal: Journal;
  readonly set: StoreApi<ChatsStore>["setState"];
  readonly get: StoreApi<ChatsStore>["getState"];
}

/** Defaults of a new chat: the global model settings and the language. */
export interface NewChatDefaults {
  readonly modelConfig: ModelSettings;
  readonly lang: string;
}

/** Returns the current state of a message: the growing reply, or the stored message. */
export function messageNow(state: Pick<ChatsStore, "live" | "messages">, id: string): MessageRecord | undefined {
  return state.live[id] ?? state.messages[id];
}

export function sessionOf({ sessions }: Pick<ChatsStore, "sessions">, sessionId: string): ChatSession | undefined {
  const looked = lookedUp.get(sessions) ?? new Map<string, ChatSession | undefined>();
  lookedUp.set(sessions, looked);
  if (!looked.has(sessionId)) {
    looked.set(
      sessionId,
      sessions.find(({ id }) => id === sessionId),
    );
  }
  return looked.get(sessionId);
}

/** The chats found in each list: every message of a thread looks for its chat whenever the store changes. */
const lookedUp = new WeakMap<readonly ChatSession[], Map<string, ChatSession | undefined>>();

export function currentSession(state: Pick<ChatsStore, "sessions" | "currentId">): ChatSession | undefined {
  return state.sessions.find(({ id }) => id === state.currentId);
}

/** Returns the id of the open chat in the stored document; empty if it is unknown. */
export function currentIdOf(stored: unknown): string {
  const isKnown = typeof stored === "object" && stored !== null && "currentId" in stored;
  return isKnown && typeof stored.currentId === "string" ? stored.currentId : "";
}
