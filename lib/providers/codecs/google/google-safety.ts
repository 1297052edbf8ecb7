/** How much of a harm Google blocks, from nothing to the slightest; the names are Google's. */
export const safetyLevels = ["BLOCK_NONE", "BLOCK_ONLY_HIGH", "BLOCK_MEDIUM_AND_ABOVE", "BLOCK_LOW_AND_ABOVE"] as const;

/** The level that is asked for unless someone chose another. */
export const usualSafetyLevel = "BLOCK_ONLY_HIGH";

const categories = [
  "HARM_CATEGORY_HARASSMENT",
  "HARM_CATEGORY_HATE_SPEECH",
  "HARM_CATEGORY_SEXUALLY_EXPLICIT",
  "HARM_CATEGORY_DANGEROUS_CONTENT",
] as const;

/** Returns the settings of a request: one level for all four kinds of harm. What is no level means the usual one. */
export function safetySettings(level: string | undefined): readonly { category: string; threshold: string }[] {
  const threshold = safetyLevels.find((known) => known === level) ?? usualSafetyLevel;
  return categories.map((category) => ({ category, threshold }));
}
