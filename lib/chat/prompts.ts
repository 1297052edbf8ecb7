import * as v from "valibot";
import { storedTime } from "@/lib/fields/time";

/** A saved phrase that is completed in the message box. */
export interface Prompt {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  /** When it was saved, in milliseconds since the epoch; zero where that is not known. */
  readonly createdAt: number;
}

const promptSchema = v.object({
  title: v.fallback(v.string(), ""),
  content: v.fallback(v.string(), ""),
  createdAt: v.fallback(storedTime, 0),
});

/** Reads stored prompts, the newest first; what is no prompt is passed over. */
export function readPrompts(stored: Readonly<Record<string, unknown>>): Prompt[] {
  return Object.entries(stored)
    .flatMap(([id, prompt]) => {
      const read = v.safeParse(promptSchema, prompt);
      return read.success ? [{ id, ...read.output }] : [];
    })
    .sort((one, other) => other.createdAt - one.createdAt);
}

/** Whether a prompt may be offered: one that is still being written may lack its title or its text. */
export function isCompletePrompt({ title, content }: Prompt): boolean {
  return title.trim() !== "" && content.trim() !== "";
}

/** A text this long, in characters, looks for no prompt any more. */
const searchedChars = 30;

/** Returns what is looked for among the prompts: what stands behind a slash at the start; nothing where none does. */
export function promptQuery(text: string): string | undefined {
  return text.startsWith("/") && text.trim().length < searchedChars ? text.slice(1).trim() : undefined;
}

/**
 * Finds prompts whose titles hold all words of a query, whole or letter by letter. The sources keep their order, and
 * without a query so do their prompts; with one, those come first that begin with it.
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

/** How far a title is from a word: it begins with it, one of its words does, it holds it, or its letters in order. */
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
