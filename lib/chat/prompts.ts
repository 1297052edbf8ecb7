import * as v from "valibot";
import { storedTime } from "@/lib/fields/time";

/** A saved prompt that can be inserted into the message box. */
export interface Prompt {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  /** Time of saving, in milliseconds since the epoch; 0 if unknown. */
  readonly createdAt: number;
}

const promptSchema = v.object({
  title: v.fallback(v.string(), ""),
  content: v.fallback(v.string(), ""),
  createdAt: v.fallback(storedTime, 0),
});

/** Reads stored prompts, newest first. Skips invalid entries. */
export function readPrompts(stored: Readonly<Record<string, unknown>>): Prompt[] {
  return Object.entries(stored)
    .flatMap(([id, prompt]) => {
      const read = v.safeParse(promptSchema, prompt);
      return read.success ? [{ id, ...read.output }] : [];
    })
    .sort((one, other) => other.createdAt - one.createdAt);
}

/** Whether a prompt can be offered: a new one may still lack its title or text. */
export function isCompletePrompt({ title, content }: Prompt): boolean {
  return title.trim() !== "" && content.trim() !== "";
}

/** Length from which a text is not a prompt search, in characters. */
const searchedChars = 30;

/** Returns the search text after a leading slash; undefined without a slash. */
export function promptQuery(text: string): string | undefined {
  return text.startsWith("/") && text.trim().length < searchedChars ? text.slice(1).trim() : undefined;
}

/**
 * Finds prompts whose titles match all words of a query, as substrings or as letters in order. Sources stay in order.
 * With a query, the best matches of a source come first.
 */
export function searchPrompts(sources: readonly (readonly Prompt[])[], query: string): Prompt[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return sources.flatMap((prompts) =>
    prompts
      .flatMap((prompt) => {
        const distances = words.map((word) => distanceOf(prompt.title.toLowerCase(), word));
        return distances.includes(undefined) ? [] : [{ prompt, distance: sum(distances) }];
      })
      .sort((one, other) => one.distance - other.distance)
      .map(({ prompt }) => prompt),
  );
}

/**
 * Returns the distance of a title from a word: 0 if the title starts with it, 1 if one of its words does, 2 if it
 * contains it. 3 means that the title contains the word's letters in order; undefined means no match.
 */
function distanceOf(title: string, word: string): number | undefined {
  const index = title.indexOf(word);
  if (index === 0) return 0;
  if (index > 0) return title.includes(` ${word}`) ? 1 : 2;
  let place = -1;
  for (const letter of word) {
    place = title.indexOf(letter, place + 1);
    if (place < 0) return undefined;
  }
  return 3;
}

function sum(numbers: readonly (number | undefined)[]): number {
  return numbers.reduce<number>((total, number = 0) => total + number, 0);
}
