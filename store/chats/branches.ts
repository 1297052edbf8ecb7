import { branchPart } from "@/lib/chat/branch-part";
import { branchesIn } from "@/lib/chat/branch-tree";
import {
  deleteBranch as deletionOf,
  renameBranch as renamed,
  showPathTo,
  undoDeletion,
} from "@/lib/chat/change-branch";
import { forkChat } from "@/lib/chat/fork";
import type { Branches } from "@/lib/chat/versions";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import type { MessageRecord } from "@/lib/storage/catalogue";
import { marksOf } from "@/store/chats/chat-branches";
import { useChats } from "@/store/chats/chats";
import { type ChatsStore, messageNow, sessionOf } from "@/store/chats/chats-state";
import { isGrowing } from "@/store/chats/is-growing";

type Threads = Pick<ChatsStore, "threads" | "messages">;

/** Returns the messages of an opened chat as a tree; growing replies as they were stored last. */
export function branchesOf({ threads, messages }: Threads, sessionId: string): Branches<MessageRecord> {
  const { ids = [], asides = {} } = threads[sessionId] ?? {};
  const found = (each: readonly string[]) => each.flatMap((id) => messages[id] ?? []);
  return { shown: found(ids), hiddenVersions: found(Object.values(asides).flat()) };
}

/** Shows a branch of a chat. Does nothing while a reply to the chat grows: it would end up in the other branch. */
export function goToBranch(sessionId: string, leafId: string): void {
  if (isGrowing(useChats.getState(), sessionId)) return;
  put(sessionId, showPathTo(branchesOf(useChats.getState(), sessionId), leafId));
}

/**
 * Deletes the messages that only one branch has. Returns their number and the function that restores them; undefined
 * if a reply to the chat grows, or it is the only branch.
 */
export function deleteBranch(sessionId: string, leafId: string): { count: number; undo: () => void } | undefined {
  const before = branchesOf(useChats.getState(), sessionId);
  const { put: changed, removed } = deletionOf(before, leafId);
  if (removed.length === 0 || isGrowing(useChats.getState(), sessionId)) return undefined;
  const marks = marksOf(useChats.getState(), sessionId);
  put(sessionId, changed, removed);
  const after = branchesOf(useChats.getState(), sessionId);
  const marksAfter = JSON.stringify(marksOf(useChats.getState(), sessionId));
  return {
    count: removed.length,
    undo() {
      const isUntouched = JSON.stringify(marksOf(useChats.getState(), sessionId)) === marksAfter;
      put(sessionId, undoDeletion(branchesOf(useChats.getState(), sessionId), { before, after, removed }));
      if (isUntouched) useChats.getState().patchSession(sessionId, marks);
    },
  };
}

/** Names a branch; an empty name removes the name. */
export function renameBranch(sessionId: string, leafId: string, name: string): void {
  const { update } = useChats.getState();
  if (isGrowing(useChats.getState(), sessionId)) return;
  for (const message of renamed(branchesOf(useChats.getState(), sessionId), leafId, name)) {
    update(message.id, () => message);
  }
}

/**
 * Copies one branch of an opened chat, without its other versions, into a new chat and opens that. Its title is the
 * branch's name, or the chat's with a suffix. Returns its id, or undefined if the chat's messages are not loaded.
 */
export function branchToChat(
  sessionId: string,
  leafId: string,
  suffix: string,
  { now, newId } = browserEnvironment,
): string | undefined {
  const chats = useChats.getState();
  const session = sessionOf(chats, sessionId);
  if (!session || chats.threads[sessionId]?.status !== "ready") return undefined;
  const stored = branchesOf(chats, sessionId);
  const current = (message: MessageRecord) => messageNow(chats, message.id) ?? message;
  const branches = { shown: stored.shown.map(current), hiddenVersions: stored.hiddenVersions.map(current) };
  const name = branchesIn(branches).find((branch) => branch.leafId === leafId)?.name;
  const id = newId();
  const part = branchPart(session, branches, leafId);
  const fork = forkChat(part, { id, newId, now: now(), others: chats.sessions, suffix });
  chats.adopt(
    { ...fork.session, ...(name !== undefined && { topic: name }) },
    fork.messages.map((message) => ({ ...message, sessionId: id })),
  );
  return id;
}

function put(sessionId: string, changed: readonly MessageRecord[], removed: readonly MessageRecord[] = []): void {
  if (changed.length + removed.length === 0) return;
  useChats.getState().rewrite(sessionId, () => ({ put: changed, removed }));
}
