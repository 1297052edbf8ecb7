import type { ChangedRecords } from "@/store/records/journal";

/** Merges changes into one: each record once, as the last change left it. */
export function mergeChanges(changes: readonly ChangedRecords[]): ChangedRecords {
  const removed = new Map<string, ChangedRecords["removed"][number]>();
  const messages = new Map<string, ChangedRecords["messages"][number]>();
  for (const change of changes) {
    for (const message of change.messages) {
      removed.delete(message.id);
      messages.set(message.id, message);
    }
    for (const message of change.removed) {
      messages.delete(message.id);
      removed.set(message.id, message);
    }
  }
  const sessions = [...new Set(changes.flatMap((change) => change.sessions))];
  return { sessions, messages: [...messages.values()], removed: [...removed.values()] };
}
