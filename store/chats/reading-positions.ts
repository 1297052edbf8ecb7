import { localKeys } from "@/lib/storage/local-keys";
import * as z from "@/lib/zod";

/** The key in localStorage of the positions where the user stopped reading. */
export const readingPositionsKey = localKeys.readPlaces;

/** Maximum number of chats with a stored position; beyond it the oldest one is deleted. */
const maxPositions = 200;

/** The chat, the message at the upper edge, and the distance of its top from that edge; earlier versions lack it. */
const placesSchema = z.catch(z.pipe(z.jsonText, z.array(z.tuple([z.string(), z.string(), z.nullish(z.number())]))), []);

/** The position in a chat where the user stopped reading. */
export interface ReadingPosition {
  readonly messageId: string;
  /** Distance of the message's top from the upper edge of the thread, in pixels; negative if it begins above. */
  readonly offset?: number | undefined;
}

/** Returns the position where the user stopped reading a chat, or undefined if it was read to its end. */
export function getReadingPosition(sessionId: string): ReadingPosition | undefined {
  const [, messageId, offset] = readAll().find(([id]) => id === sessionId) ?? [];
  return messageId === undefined ? undefined : { messageId, offset: offset ?? undefined };
}

/** Stores the position where the user stopped reading a chat; undefined means that it was read to its end. */
export function storeReadingPosition(sessionId: string, position: ReadingPosition | undefined): void {
  const others = readAll().filter(([id]) => id !== sessionId);
  const places = position
    ? [[sessionId, position.messageId, position.offset], ...others].slice(0, maxPositions)
    : others;
  try {
    localStorage.setItem(readingPositionsKey, JSON.stringify(places));
  } catch {
    // A lost position costs one scroll. More important writes have already reported full or blocked storage.
  }
}

function readAll(): z.output<typeof placesSchema> {
  try {
    const text = localStorage.getItem(readingPositionsKey);
    return text === null ? [] : z.parse(placesSchema, text);
  } catch {
    // Blocked storage was reported at startup.
    return [];
  }
}
