/** Google's thresholds for blocking harmful content, from the least strict to the strictest. */
export const safetyLevels = ["BLOCK_NONE", "BLOCK_ONLY_HIGH", "BLOCK_MEDIUM_AND_ABOVE", "BLOCK_LOW_AND_ABOVE"] as const;

/** The default threshold. */
export const usualSafetyLevel = "BLOCK_ONLY_HIGH";

const categories = [
  "HARM_CATEGORY_HARASSMENT",
  "HARM_CATEGORY_HATE_SPEECH",
  "HARM_CATEGORY_SEXUALLY_EXPLICIT",
  "HARM_CATEGORY_DANGEROUS_CONTENT",
] as const;

/**
 * Returns the safety settings of a request: one threshold for all four categories. An unknown level means the default.
 */
export function safetySettings(level: string | undefined): readonly { category: string; threshold: string }[] {
  const threshold = safetyLevels.find((known) => known === level) ?? usualSafetyLevel;
  return categories.map((category) => ({ category, threshold }));
}
