import * as v from "valibot";
import { localKeys } from "@/lib/storage/local-keys";

/** The key in localStorage under which stands what was chosen in the palette, the newest first. */
const choicesKey = localKeys.paletteChoices;

/** How many choices are remembered. */
const mostChoices = 20;

const choicesSchema = v.fallback(v.pipe(v.string(), v.parseJson(), v.array(v.string())), []);

/** Returns the ids of what was chosen last, the newest first. */
export function readChoices(): string[] {
  try {
    return v.parse(choicesSchema, localStorage.getItem(choicesKey));
  } catch {
    // A browser that forbids storage was reported at start.
    return [];
  }
}

/** Remembers a choice. */
export function noteChoice(id: string): void {
  try {
    const others = readChoices().filter((other) => other !== id);
    localStorage.setItem(choicesKey, JSON.stringify([id, ...others].slice(0, mostChoices)));
  } catch {
    // A choice that is not remembered costs a key more, and what is full or forbidden has been reported by what matters.
  }
}
