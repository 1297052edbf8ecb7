/** Models that refuse tools or pass over them, whoever serves them. */
const toolless: readonly RegExp[] = [
  /^(o1-mini|o1-preview)/,
  /-search-preview/,
  /^(dall-e|gpt-image|chatgpt-image|cogview|cogvideo|sd3|stable-)/,
  /-instruct$/,
];

/** The models of one provider that take none (§1.4.3, D6); all others of all providers do (§3.15). */
const toollessOf: Readonly<Record<string, RegExp>> = {
  Anthropic: /claude-(2|instant)/,
  Google: /vision|^gemma|learnlm/,
  Iflytek: /^(general|lite|generalv2|generalv3|pro-128k)$/,
};

/** Tells whether a model can be offered tools as its provider has them; others are told of them in words (§3.10). */
export function takesTools(providerName: string, model: string): boolean {
  const name = model.toLowerCase();
  return !toolless.some((pattern) => pattern.test(name)) && !toollessOf[providerName]?.test(name);
}
