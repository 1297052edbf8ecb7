import { type Content, textOf } from "@/lib/chat/message";
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

/** Adds messages that were not sent to a chat's unsent text; images stay behind. */
export function addToDraft(sessionId: string, contents: readonly Content[]): void {
  const texts = contents.map((content) => textOf({ content })).filter((text) => text !== "");
  if (texts.length > 0) writeDraft(sessionId, [readDraft(sessionId), ...texts].filter(Boolean).join("\n\n"));
}

/** Forgets a chat's unsent text. */
export function clearDraft(sessionId: string): void {
  try {
    localStorage.removeItem(draftKey(sessionId));
  } catch {
    // Nothing was stored, so nothing is left.
  }
}
