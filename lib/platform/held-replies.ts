import { replyLockName } from "@/lib/platform/reply-locks";

/** Whether a tab, including this one, is writing the reply. */
export async function isReplyHeld(messageId: string): Promise<boolean> {
  const name = replyLockName(messageId);
  const locks = globalThis.navigator?.locks;
  if (locks) return locks.request(name, { mode: "shared", ifAvailable: true }, (lock) => lock === null);
  const { messageLocks } = await import("@/lib/platform/message-locks");
  return messageLocks().isHeld(name);
}
