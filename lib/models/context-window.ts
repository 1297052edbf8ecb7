/**
 * Context windows in tokens, request and reply together, by name prefix, from the vendors' pages of models. The first
 * matching row applies.
 */
const windows: readonly (readonly [RegExp, number])[] = [
  [/^gpt-5-chat/, 128_000],
  [/^gpt-5/, 400_000],
  [/^gpt-4\.1/, 1_047_576],
  [/^(gpt-4(o|\.5|-turbo|-1106|-0125|-vision)|chatgpt-4o|o1-(mini|preview))/, 128_000],
  [/^gpt-4-32k/, 32_768],
  [/^gpt-4(-0613)?$/, 8192],
  [/^gpt-3\.5-turbo/, 16_385],
  [/^(o1|o3|o4)(-|$)/, 200_000],
  [/^claude-(instant|2\.0)/, 100_000],
  [/^claude-/, 200_000],
  [/^gemini-1\.5-pro/, 2_097_152],
  [/^gemini-(1\.5-flash|2\.|[3-9])/, 1_048_576],
  [/^deepseek-(chat|reasoner)$/, 128_000],
  [/^grok-4-fast/, 2_000_000],
  [/^grok-(4|code)/, 256_000],
  [/^grok-[23]/, 131_072],
];

/** A size in a name, as in `moonshot-v1-32k`. */
const namedSize = /-(\d+)k(-|$)/i;

/** Returns a model's context window in tokens, request and reply together; undefined if unknown. */
export function contextWindowOf(model: string): number | undefined {
  const name = model.slice(model.lastIndexOf("/") + 1).toLowerCase();
  const known = windows.find(([pattern]) => pattern.test(name))?.[1];
  if (known !== undefined) return known;
  const size = namedSize.exec(name)?.[1];
  return size === undefined ? undefined : Number(size) * 1000;
}
