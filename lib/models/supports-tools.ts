/** Models that reject or ignore tools, at any provider. */
const toolless: readonly RegExp[] = [
  /^(o1-mini|o1-preview)/,
  /-search-preview/,
  /^(dall-e|gpt-image|chatgpt-image|cogview|cogvideo|sd3|stable-)/,
  /-instruct$/,
];

/** Models without tool support, by provider name. */
const toollessOf: Readonly<Record<string, RegExp>> = {
  Anthropic: /claude-(2|instant)/,
  Google: /vision|^gemma|learnlm/,
  Iflytek: /^(general|lite|generalv2|generalv3|pro-128k)$/,
};

/** Whether a model supports native tools; for others, tools are described in the prompt. */
export function supportsTools(providerName: string, model: string): boolean {
  const name = model.toLowerCase();
  return !toolless.some((pattern) => pattern.test(name)) && !toollessOf[providerName]?.test(name);
}
