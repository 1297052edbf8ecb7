import * as v from "valibot";
import { localKeys } from "@/lib/storage/local-keys";

/** The key in localStorage of the positions where the user stopped reading. */
export const readingPositionsKey = localKeys.readPlaces;

/** Maximum number of chats with a stored position; beyond it the oldest one is deleted. */
const maxPositions = 200;

const placesSchema = v.fallback(
  v.pipe(v.string(), v.parseJson(), v.array(v.strictTuple([v.string(), v.string()]))),
  [],
);

/** Returns the message at which the user stopped reading a chat, or undefined if it was read to its end. */
export function getReadingPosition(sessionId: string): string | undefined {
  return readAll().find(([id]) => id === sessionId)?.[1];
}

/** Stores the message at which the user stopped reading a chat; undefined means that it was read to its end. */
export function storeReadingPosition(sessionId: string, messageId: string | undefined): void {
  const others = readAll().filter(([id]) => id !== sessionId);
  const places = messageId === undefined ? others : [[sessionId, messageId], ...others].slice(0, maxPositions);
  try {
    localStorage.setItem(readingPositionsKey, JSON.stringify(places));
  } catch {
    // A lost position costs one scroll. More important writes have already reported full or blocked storage.
  }
}

function readAll(): v.InferOutput<typeof placesSchema> {
  try {
    return v.parse(placesSchema, localStorage.getItem(readingPositionsKey));
  } catch {
    // Blocked storage was reported at startup.
    return [];
  }
}
