import type { ChatSession } from "@/lib/chat/session";

/**
 * Returns the changes from clearing the context: earlier messages are no longer sent, and the memory is deleted. If the
 * context is already cleared to the end, clearing is undone, but the memory is not restored.
 */
export function toggleContext({
  clearContextIndex,
  messageCount,
}: Pick<ChatSession, "clearContextIndex" | "messageCount">): Partial<ChatSession> {
  if (clearContextIndex === messageCount) return { clearContextIndex: undefined };
  return { clearContextIndex: messageCount, memoryPrompt: "" };
}

/**
 * Returns the changes from restoring a cleared context. A memory that was written since is deleted, because it does not
 * cover the restored messages; the next one covers all.
 */
export function restoreContext(): Partial<ChatSession> {
  return { clearContextIndex: undefined, memoryPrompt: "" };
}
