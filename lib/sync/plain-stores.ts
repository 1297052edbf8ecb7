import { nextChatMask, nextChatMaskStore, untitled } from "@/lib/export/nextchat-mask";
import { nextChatMessage } from "@/lib/export/nextchat-message";
import { restoreImages, type StoredBlob } from "@/lib/storage/blobs";
import { isShown } from "@/lib/storage/catalogue";
import { chatsOf, type SyncedChat } from "@/lib/sync/chat-cells";
import { documentIn, documentWith } from "@/lib/sync/document-cells";
import type { SyncState } from "@/lib/sync/state";

/** NextChat's five stores in the file, by key. */
export type PlainStores = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The key of NextChat's store of chats. */
export const plainChatKey = "chat-next-web-store";

/** The other stores that NextChat reads, each with its minimum content. */
const otherStores: PlainStores = {
  "access-control": {},
  "app-config": {},
  "mask-store": { masks: {} },
  "prompt-store": { counter: 0, prompts: {} },
};

/** Returns a state in NextChat's format: chats by last change, newest first, with their visible messages. */
export async function plainStores(
  state: SyncState,
  readBlob: (id: string) => Promise<StoredBlob | undefined>,
): Promise<PlainStores> {
  const chats = chatsOf(state).sort((one, other) => other.session.lastUpdate - one.session.lastUpdate);
  const sessions: unknown[] = [];
  for (const chat of chats) sessions.push(await plainSession(chat, readBlob));
  const stores: Record<string, Readonly<Record<string, unknown>>> = {
    [plainChatKey]: { sessions, currentSessionIndex: 0, lastInput: "", lastUpdateTime: newestIn(state, "chat/") },
  };
  for (const [key, least] of Object.entries(otherStores)) {
    const group = documentIn(state, key);
    const { deleted: _deleted, ...store } = group ? documentWith(key, group, { ...least }) : { ...least };
    const known = key === "mask-store" ? nextChatMaskStore(store) : store;
    stores[key] = { ...known, lastUpdateTime: newestIn(state, `document/${key}`) };
  }
  return stores;
}

async function plainSession(
  { session, messages }: SyncedChat,
  readBlob: (id: string) => Promise<StoredBlob | undefined>,
): Promise<unknown> {
  const { preview, messageCount, order, pinned, deletedAt, ...rest } = session;
  const shown = await Promise.all(messages.filter(isShown).map((message) => restoreImages(message, readBlob)));
  return {
    // NextChat has this field but does not count; existing values remain.
    stat: { tokenCount: 0, wordCount: 0, charCount: 0 },
    ...rest,
    topic: session.topic || untitled,
    messages: shown.map(({ sessionId, seq, ...message }) => nextChatMessage(message)),
    mask: nextChatMask(session.mask),
  };
}

function newestIn(state: SyncState, prefix: string): number {
  let newest = 0;
  for (const [name, { cells }] of state) {
    if (!name.startsWith(prefix)) continue;
    for (const { at } of cells.values()) newest = Math.max(newest, at);
  }
  return newest;
}
