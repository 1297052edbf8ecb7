/** Names by which models that can see images are known. */
const visual: readonly RegExp[] = [
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

/** Models whose names fit and that cannot see all the same. */
const blind = new Set(["claude-3-5-haiku-20241022"]);

/** Tells by its name whether a model can see images; what an operator or a person says of it counts for more. */
export function looksVisual(model: string): boolean {
  return !blind.has(model) && visual.some((pattern) => pattern.test(model));
}
