/** Providers whose models are offered plugins, and the models of theirs that are not (§1.4.3, D6). */
const providersWithTools: ReadonlyMap<string, RegExp | undefined> = new Map([
  ["OpenAI", undefined],
  ["Azure", undefined],
  ["Moonshot", undefined],
  ["ChatGLM", undefined],
  ["Anthropic", /claude-2/],
  ["Google", /vision/],
]);

/** Tells whether plugins are offered with a model. */
export function takesTools(providerName: string, model: string): boolean {
  return providersWithTools.has(providerName) && !providersWithTools.get(providerName)?.test(model);
}
