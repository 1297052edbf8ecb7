import { storageError } from "@/lib/storage/documents";
import { report } from "@/store/ui";

/** The key under which a chat's unsent text is stored (§2.4). */
function draftKey(sessionId: string): string {
  return `unfinished-input-${sessionId}`;
}

/** Answers the text that was left unsent in a chat. */
export function readDraft(sessionId: string): string {
  try {
    return localStorage.getItem(draftKey(sessionId)) ?? "";
  } catch {
    // A browser that forbids storage was reported at start.
    return "";
  }
}

/** Keeps a chat's unsent text; an empty one is forgotten. */
export function writeDraft(sessionId: string, text: string): void {
  try {
    if (text === "") localStorage.removeItem(draftKey(sessionId));
    else localStorage.setItem(draftKey(sessionId), text);
  } catch (thrown) {
    report(storageError(thrown));
  }
}

/** Forgets a chat's unsent text. */
export function clearDraft(sessionId: string): void {
  try {
    localStorage.removeItem(draftKey(sessionId));
  } catch {
    // Nothing was stored, so nothing is left.
  }
}
