import { storedTime } from "@/lib/fields/stored-schemas";
import * as z from "@/lib/zod";

/** A saved prompt that can be inserted into the message box. */
export interface Prompt {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  /** Time of saving, in milliseconds since the epoch; 0 if unknown. */
  readonly createdAt: number;
}

const promptSchema = z.object({
  title: z.catch(z.string(), ""),
  content: z.catch(z.string(), ""),
  createdAt: z.catch(storedTime, 0),
});

/** Reads stored prompts, newest first. Skips invalid entries. */
export function readPrompts(stored: Readonly<Record<string, unknown>>): Prompt[] {
  return Object.entries(stored)
    .flatMap(([id, prompt]) => {
      const read = z.safeParse(promptSchema, prompt);
      return read.success ? [{ id, ...read.data }] : [];
    })
    .sort((one, other) => other.createdAt - one.createdAt);
}

/** Whether a prompt can be offered: a new one may still lack its title or text. */
export function isCompletePrompt({ title, content }: Prompt): boolean {
  return title.trim() !== "" && content.trim() !== "";
}

/**
 * Finds prompts whose titles match all words of a query, as substrings or as letters in order. Sources stay in order.
 * With a query, the best matches of a source come first. Letters that are scattered within words count only if nothing
 * else matches.
 */
export function searchPrompts(sources: readonly (readonly Prompt[])[], query: string): Prompt[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = sources.map((prompts) =>
    prompts.flatMap((prompt) => {
      const distances = words.map((word) => distanceOf(prompt.title.toLowerCase(), word));
      if (distances.includes(undefined)) return [];
      return [{ prompt, distance: sum(distances), isScattered: distances.includes(scattered) }];
    }),
  );
  const hasGood = matches.flat().some(({ isScattered }) => !isScattered);
  return matches.flatMap((found) =>
    found
      .filter(({ isScattered }) => !(hasGood && isScattered))
      .sort((one, other) => one.distance - other.distance)
      .map(({ prompt }) => prompt),
  );
}

/** Distance of a title that contains a word's letters in order, the first one within a word. */
const scattered = 4;

/**
 * Returns the distance of a title from a word: 0 if the title starts with it, 1 if one of its words does, 2 if it
 * contains it. If the title only contains the letters in order, it is 3 if the first one begins a word, else 4.
 * Undefined means no match.
 */
function distanceOf(title: string, word: string): number | undefined {
  const index = title.indexOf(word);
  if (index === 0) return 0;
  if (index > 0) return title.includes(` ${word}`) ? 1 : 2;
  const [first = ""] = word;
  const start = title.startsWith(first) ? 0 : title.indexOf(` ${first}`);
  if (start >= 0 && hasLettersInOrder(title.slice(start), word)) return 3;
  return hasLettersInOrder(title, word) ? scattered : undefined;
}

function hasLettersInOrder(title: string, word: string): boolean {
  let place = -1;
  for (const letter of word) {
    place = title.indexOf(letter, place + 1);
    if (place < 0) return false;
  }
  return true;
}

function sum(numbers: readonly (number | undefined)[]): number {
  return numbers.reduce<number>((total, number = 0) => total + number, 0);
}
