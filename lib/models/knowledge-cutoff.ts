/** What a model is taken to know of where nothing else is known. */
const usualCutoff = "2024-10";

/** The months in which training ended, by the beginning of a model's id; the longest beginning counts. */
const cutoffs: readonly (readonly [beginning: string, month: string])[] = [
  ["gpt-4-vision-preview", "2023-04"],
  ["gpt-4-turbo", "2023-12"],
  ["gpt-4.5-preview", "2023-10"],
  ["gpt-4o", "2023-10"],
  ["chatgpt-4o-latest", "2023-10"],
  ["o1", "2023-10"],
  ["o3-mini", "2023-10"],
  ["gemini-pro", "2023-12"],
  ["gpt-4.1", "2024-06"],
  ["deepseek-chat", "2024-07"],
  ["deepseek-coder", "2024-07"],
];

/** Returns the month up to which a model's knowledge goes, such as `2024-10`. */
export function knowledgeCutoff(model: string): string {
  const fitting = cutoffs.filter(([beginning]) => model.startsWith(beginning));
  const longest = fitting.toSorted(([one], [other]) => other.length - one.length)[0];
  return longest?.[1] ?? usualCutoff;
}
