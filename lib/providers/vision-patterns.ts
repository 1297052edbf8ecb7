/** Names by which a model says that it sees images (§5.5). */
const patterns: readonly RegExp[] = [
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

/** Names that a pattern means by mistake. */
const exceptions: readonly string[] = ["claude-3-5-haiku-20241022"];

/** Tells whether a model's name says that it sees images. */
export function looksVisual(model: string): boolean {
  return !exceptions.includes(model) && patterns.some((pattern) => pattern.test(model));
}
