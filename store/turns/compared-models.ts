import { maxCompared } from "@/lib/chat/comparison";
import { localKeys } from "@/lib/storage/local-keys";
import * as z from "@/lib/zod";

const keysSchema = z.catch(z.pipe(z.jsonText, z.array(z.string())), []);

/** Returns the keys of the models that were asked side by side last on this device. */
export function readComparedModels(): readonly string[] {
  try {
    const keys = z.parse(keysSchema, localStorage.getItem(localKeys.comparedModels));
    return [...new Set(keys)].slice(0, maxCompared);
  } catch {
    // Blocked storage was reported at startup.
    return [];
  }
}

/** Stores the keys of the models that are asked side by side. */
export function storeComparedModels(keys: readonly string[]): void {
  try {
    localStorage.setItem(localKeys.comparedModels, JSON.stringify(keys));
  } catch {
    // A lost choice costs a few clicks. More important writes have already reported full or blocked storage.
  }
}
