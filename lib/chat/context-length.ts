/** Bounds of a context length, in tokens. The upper one is only against mistyped numbers; models have their own. */
const minContextTokens = 512;
const maxContextTokens = 10_000_000;

/** Reads a context length in tokens. Returns undefined for other text, and for a length that no model has. */
export function readContextLength(text: string): number | undefined {
  const tokens = /^\d{1,8}$/.test(text.trim()) ? Number(text) : 0;
  return tokens >= minContextTokens && tokens <= maxContextTokens ? tokens : undefined;
}
