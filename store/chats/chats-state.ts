import type { StoreApi } from "zustand";
import type { ThreadEdit } from "@/lib/chat/edit-thread";
import type { Message } from "@/lib/chat/message";
import type { ModelSettings } from "@/lib/chat/model-settings";
import type { ChatSession } from "@/lib/chat/session";
import type { Branches } from "@/lib/chat/versions";
import type { Environment } from "@/lib/environment";
import type { MessageRecord } from "@/lib/storage/catalogue";
import type { Journal } from "@/store/records/journal";

/** The messages of an opened chat: the ids of those on the shown path, in order. */
export interface Thread {
  readonly status: "loading" | "ready" | "failed";
  readonly ids: readonly string[];
  /** The ids of other versions, by the id of the message that they follow (`chatStart` for the first). */
  readonly asides: Readonly<Record<string, readonly string[]>>;
}

/** The chats themselves: their heads in list order, and which is open. */
export interface ChatHeads {
  /** All chats, in list order; deleted ones that can still come back are not among them. */
  readonly sessions: readonly ChatSession[];
  readonly currentId: string;
  /** False until the whole list has been read: the chat that is shown stands there before. */
  readonly areAllRead: boolean;
  /** Takes over what was stored. Without any chat it makes an empty one. */
  hydrate(sessions: readonly ChatSession[], currentId: string, defaults: NewChatDefaults): void;
  /** Opens an empty chat: a new one, or the untouched one that stands on top below the pinned ones. Returns its id. */
  newChat(defaults: NewChatDefaults): string;
  select(id: string): void;
  patchSession(id: string, patch: Partial<Omit<ChatSession, "id">>): void;
  /** Stores a chat that has not been yet: the first of all is not before something is in it. */
  keepSession(id: string): void;
  /** Adds stored chats that were not read at the start; those that are known by now stay as they are. */
  addSessions(found: readonly ChatSession[]): void;
  /** Takes over chats as another tab has stored them; a deleted one goes. */
  takeSessions(stored: readonly ChatSession[]): void;
  /** Moves a chat to a place of the list; a pinned one stays among the pinned ones. */
  move(id: string, index: number): void;
  /** Puts chats in the group above all others, or back to where they stood. */
  setPinned(ids: readonly string[], pinned: boolean): void;
  /** Deletes chats; returns the function that brings them back. The last one leaves an empty chat behind. */
  deleteChats(ids: readonly string[], defaults: NewChatDefaults): () => void;
}

/** The messages of opened chats, and the replies that grow. */
export interface ChatThreads {
  readonly threads: Readonly<Record<string, Thread>>;
  /** The messages of opened chats, by id. */
  readonly messages: Readonly<Record<string, MessageRecord>>;
  /**
   * Replies that are growing now, by id. They stand apart so that a frame of a stream costs the same in a chat of two
   * messages and of ten thousand.
   */
  readonly live: Readonly<Record<string, MessageRecord>>;
  startThread(sessionId: string): void;
  fillThread(sessionId: string, records: readonly MessageRecord[]): void;
  failThread(sessionId: string): void;
  /** Adds messages to the end of an opened chat. */
  append(sessionId: string, messages: readonly Message[]): void;
  /** Puts a message right behind another one of an opened chat. */
  insertBehind(sessionId: string, id: string, message: Message): void;
  /** Changes a stored message. */
  update(id: string, change: (message: Message) => Message): void;
  /** Shows the present state of a growing reply. */
  grow(id: string, message: Message): void;
  /** Shows a state of a reply that is not to be stored. */
  show(id: string, message: Message): void;
  /** Takes a finished reply over into the chat. */
  settle(id: string, message: Message): void;
  /** Shows another version of a message in the place of the shown one. */
  showVersion(sessionId: string, shownId: string, versionId: string): void;
  /** Puts a new version of an answer in its place; the former is put aside. */
  replaceAnswer(sessionId: string, id: string, message: Message): void;
  /** Takes back a version that came to nothing: the former shows again. */
  dropVersion(sessionId: string, id: string, formerId: string): void;
  /** Puts a message and all below it aside, and adds messages in their place. */
  branchOff(sessionId: string, id: string, messages: readonly Message[]): void;
  /**
   * Removes messages; returns the function that brings them back to their places. Of a single message that has other
   * versions one of those shows in its place.
   */
  remove(sessionId: string, ids: readonly string[]): () => void;
  /** Applies an edit of all messages of an opened chat (lib/chat/edit-thread.ts). */
  rewrite(
    sessionId: string,
    edit: (session: ChatSession, branches: Branches<MessageRecord>) => ThreadEdit<MessageRecord>,
  ): void;
  /** Takes a new chat in with all its messages, shown and aside, and opens it. */
  adopt(session: ChatSession, messages: readonly MessageRecord[]): void;
  /** Takes over messages of opened chats as another tab has stored them. */
  takeMessages(stored: readonly MessageRecord[]): void;
  /** Lets go of messages that another tab has removed. */
  dropMessages(removed: readonly { readonly id: string; readonly sessionId: string }[]): void;
  /** Puts a copy of a message into the chat's context, which is sent ahead of its history. */
  pin(sessionId: string, id: string): void;
  /** Counts the messages of an opened chat anew: those of two tabs add up, while each has counted its own alone. */
  recount(sessionId: string): void;
}

/** All that is known of chats in this tab, and how it changes. */
export type ChatsStore = ChatHeads & ChatThreads;

/** What the parts of the store are made with. */
export interface ChatsContext {
  readonly env: Pick<Environment, "now" | "newId">;
  readonly journal: Journal;
  readonly set: StoreApi<ChatsStore>["setState"];
  readonly get: StoreApi<ChatsStore>["getState"];
}

/** What a new chat starts from: the global model settings and the language. */
export interface NewChatDefaults {
  readonly modelConfig: ModelSettings;
  readonly lang: string;
}

/** Returns a message as it is now: the growing reply, else the stored one. */
export function messageNow(state: Pick<ChatsStore, "live" | "messages">, id: string): MessageRecord | undefined {
  return state.live[id] ?? state.messages[id];
}

/** Returns a chat by its id. */
export function sessionOf(state: Pick<ChatsStore, "sessions">, sessionId: string): ChatSession | undefined {
  return state.sessions.find(({ id }) => id === sessionId);
}

/** Returns the current chat. */
export function currentSession(state: Pick<ChatsStore, "sessions" | "currentId">): ChatSession | undefined {
  return state.sessions.find(({ id }) => id === state.currentId);
}

/** Reads which chat was open from the stored document; empty when that is not known. */
export function currentIdOf(stored: unknown): string {
  const isKnown = typeof stored === "object" && stored !== null && "currentId" in stored;
  return isKnown && typeof stored.currentId === "string" ? stored.currentId : "";
}
