/** Name patterns of vision models. */
const visionPatterns: readonly RegExp[] = [
  /vision/,
  /gpt-4o/,
  /gpt-4\.1/,
  /claude.*[34]/,
  /gemini-1\.5/,
  /gemini-exp/,
  /gemini-2\.[05]/,
  /learnlm/,
  /qwen-vl/,
  /qwen2-vl/,
  /gpt-4-turbo(?!.*preview)/,
  /^dall-e-3$/,
  /glm-4v/,
  /vl/i,
  /o3/,
  /o4-mini/,
  /grok-4/i,
  /gpt-5/,
];

/** Models that match a pattern but do not support images. */
const visionExceptions = new Set(["claude-3-5-haiku-20241022"]);

/** Whether a model's name matches that of a vision model. Settings of the operator or the user take precedence. */
export function matchesVisionPattern(model: string): boolean {
  return !visionExceptions.has(model) && visionPatterns.some((pattern) => pattern.test(model));
}
