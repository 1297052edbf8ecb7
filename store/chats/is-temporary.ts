import { tabContext } from "@/store/records/records";

/** Whether a chat is or was temporary: nothing of it may be stored. */
export function isTemporary(sessionId: string): boolean {
  return tabContext.records.journal.isTemporary(sessionId);
}
