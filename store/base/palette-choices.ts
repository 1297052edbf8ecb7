import { localKeys } from "@/lib/storage/local-keys";
import * as z from "@/lib/zod";

/** The key in localStorage of the entries chosen in the palette, newest first. */
const choicesKey = localKeys.paletteChoices;

/** Maximum number of stored choices. */
const maxChoices = 20;

const choicesSchema = z.catch(z.pipe(z.jsonText, z.array(z.string())), []);

/** Returns the ids of the entries chosen last, newest first. */
export function readChoices(): string[] {
  try {
    return z.parse(choicesSchema, localStorage.getItem(choicesKey));
  } catch {
    // Blocked storage was reported at startup.
    return [];
  }
}

/** Stores a choice as the newest. */
export function storeChoice(id: string): void {
  try {
    const others = readChoices().filter((other) => other !== id);
    localStorage.setItem(choicesKey, JSON.stringify([id, ...others].slice(0, maxChoices)));
  } catch {
    // A lost choice costs one more keypress. More important writes have already reported full or blocked storage.
  }
}
