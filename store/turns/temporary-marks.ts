import { sessionKeys } from "@/lib/storage/local-keys";
import * as z from "@/lib/zod";

/** Maximum number of ids. */
const maxMarks = 100;

const key = sessionKeys.temporaryChats;
const marksSchema = z.catch(z.pipe(z.jsonText, z.array(z.string())), []);

/** Notes for the rest of this tab, reloads included, that a chat is temporary. Only its id is stored. */
export function markTemporary(sessionId: string): void {
  write([...readMarks(), sessionId].slice(-maxMarks));
}

/** Removes the mark of a chat that is stored from now on. */
export function unmarkTemporary(sessionId: string): void {
  write(readMarks().filter((id) => id !== sessionId));
}

/** Whether a chat was temporary in this tab, also before a reload. */
export function wasTemporary(sessionId: string): boolean {
  return readMarks().includes(sessionId);
}

function readMarks(): readonly string[] {
  try {
    return z.parse(marksSchema, sessionStorage.getItem(key));
  } catch {
    return [];
  }
}

function write(ids: readonly string[]): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(ids));
  } catch (thrown) {
    // Without the mark, the chat is only called unknown after a reload.
    console.warn("Could not mark a temporary chat.", thrown);
  }
}
