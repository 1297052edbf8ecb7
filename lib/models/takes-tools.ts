/** Models that refuse tools or pass over them, whoever serves them. */
const toolless: readonly RegExp[] = [
  /^(o1-mini|o1-preview)/,
  /-search-preview/,
  /^(dall-e|gpt-image|chatgpt-image|cogview|cogvideo|sd3|stable-)/,
  /-instruct$/,
];

/** The models of one provider that take none; all others of all providers do. */
const toollessOf: Readonly<Record<string, RegExp>> = {
  Anthropic: /claude-(2|instant)/,
  Google: /vision|^gemma|learnlm/,
  Iflytek: /^(general|lite|generalv2|generalv3|pro-128k)$/,
};

/** Whether a model can be offered tools as its provider has them; others are told of them in words. */
export function takesTools(providerName: string, model: string): boolean {
  const name = model.toLowerCase();
  return !toolless.some((pattern) => pattern.test(name)) && !toollessOf[providerName]?.test(name);
}
