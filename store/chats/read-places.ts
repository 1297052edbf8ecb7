import * as v from "valibot";
import { localKeys } from "@/lib/storage/local-keys";

/** The key in localStorage under which stands where people have stopped reading. */
export const readPlacesKey = localKeys.readPlaces;

/** For how many chats that is kept; of more the oldest goes. */
const keptPlaces = 200;

const placesSchema = v.fallback(
  v.pipe(v.string(), v.parseJson(), v.array(v.strictTuple([v.string(), v.string()]))),
  [],
);

/** Returns the message at which reading a chat stopped; nothing where it was read to its end. */
export function readPlaceOf(sessionId: string): string | undefined {
  return readAll().find(([id]) => id === sessionId)?.[1];
}

/** Keeps the message at which reading a chat stopped; without one, that it was read to its end. */
export function keepReadPlace(sessionId: string, messageId: string | undefined): void {
  const others = readAll().filter(([id]) => id !== sessionId);
  const places = messageId === undefined ? others : [[sessionId, messageId], ...others].slice(0, keptPlaces);
  try {
    localStorage.setItem(readPlacesKey, JSON.stringify(places));
  } catch {
    // A place that is not kept costs a scroll, and what is full or forbidden has been reported by what matters.
  }
}

function readAll(): v.InferOutput<typeof placesSchema> {
  try {
    return v.parse(placesSchema, localStorage.getItem(readPlacesKey));
  } catch {
    // A browser that forbids storage was reported at start.
    return [];
  }
}
