/** The default cutoff of unknown models. */
const defaultCutoff = "2024-10";

/** Training cutoffs as months, by id prefix; the longest matching prefix applies. */
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

/** Returns a model's knowledge cutoff as a month, such as `2024-10`. */
export function knowledgeCutoff(model: string): string {
  const fitting = cutoffs.filter(([beginning]) => model.startsWith(beginning));
  const longest = fitting.toSorted(([one], [other]) => other.length - one.length)[0];
  return longest?.[1] ?? defaultCutoff;
}
