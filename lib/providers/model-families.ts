/** Facts about the models whose names match. Each row needs only the facts in which its models differ from later rows. */
export interface ModelFamily {
  /** Tested against the model's name in lower case, without the folder of a vendor (`Qwen/…`). */
  readonly match: RegExp;
  /** Context window: the tokens of request and reply together. */
  readonly window?: number;
  /** Maximum length of a reply, in tokens. */
  readonly maxOutput?: number;
  /** The month in which training ended, such as `2024-10`. */
  readonly cutoff?: string;
  /** Whether the models accept images: everywhere (`true`), or at the listed providers. */
  readonly sees?: boolean | readonly string[];
  /** Whether the models think before they answer. */
  readonly thinks?: boolean;
  /** Set for models that reject or ignore tools: everywhere (`true`), or at one provider. */
  readonly noTools?: true | string;
  /** Set for models that make images or videos. They hold no conversation. */
  readonly makes?: "images" | "video";
  /** Cheap and quick models that write titles and summaries for these, first choice first, as `model@provider id`. */
  readonly summarizers?: readonly string[];
}

const openAISummarizers = ["gpt-4o-mini@openai", "gpt-4.1-nano@openai", "gpt-4.1@openai"];

/**
 * The facts about models, by family, from the vendors' pages of models. For each fact the first matching row that has it
 * counts, so a row of exceptions stands before the row of its family. OpenAI's reasoning models and their request rules
 * are in `codecs/openai/openai-reasoning.ts`, those of Claude in `codecs/anthropic/anthropic-models.ts`.
 */
const modelFamilies: readonly ModelFamily[] = [
  { match: /non-reasoning|^gpt-5-chat/, thinks: false },

  // Models that make images or videos
  { match: /^(dall-?e|gpt-image|chatgpt-image|cogview)|-(image|[ti]2i)([-:]|$)|^(sd3|stable-|flux)/, makes: "images" },
  { match: /^(imagen|midjourney|ideogram|recraft)|seedream|nano-banana/, makes: "images" },
  { match: /^(cogvideo|sora|veo-|vidu)|-[ti]2v([-:]|$)/, makes: "video" },
  { match: /^(dall-e|gpt-image|chatgpt-image|cogview|cogvideo|sd3|stable-)/, noTools: true },
  { match: /^dall-e-3$/, sees: true },
  // Gateways have no such calls. https://developers.openai.com/api/reference/resources/images/methods/edit
  { match: /^(gpt-image|chatgpt-image)/, sees: ["OpenAI", "Azure", "own server", "own Responses server"] },

  // OpenAI
  { match: /^gpt-5-chat/, window: 128_000 },
  { match: /^gpt-(5\.[4-9]|[6-9])(?!\d)(?!.*-(mini|nano))/, window: 1_050_000 },
  { match: /^chat-latest/, window: 400_000 },
  { match: /^gpt-5/, window: 400_000 },
  { match: /^(gpt-[6-9]|chat-latest)|gpt-5/, sees: true },
  { match: /^gpt-4\.1/, window: 1_047_576, cutoff: "2024-06" },
  { match: /^gpt-4-vision-preview/, cutoff: "2023-04" },
  { match: /^gpt-4-turbo/, cutoff: "2023-12" },
  { match: /^(gpt-4(\.5-preview|o)|chatgpt-4o-latest|o1|o3-mini)/, cutoff: "2023-10" },
  { match: /^(gpt-4(o|\.5|-turbo|-1106|-0125|-vision)|chatgpt-4o|o1-(mini|preview))/, window: 128_000 },
  { match: /^gpt-4-32k/, window: 32_768 },
  { match: /^gpt-4(-0613)?$/, window: 8192 },
  { match: /^gpt-3\.5-turbo/, window: 16_385 },
  { match: /^(o1|o3|o4)(-|$)/, window: 200_000 },
  { match: /^(gpt-5-chat|gpt-4o|chatgpt-4o)/, maxOutput: 16_384 },
  { match: /^(gpt-([5-9]|[12]\d)(?!\d)|chat-latest)/, maxOutput: 128_000 },
  { match: /^gpt-4\.1/, maxOutput: 32_768 },
  { match: /^(gpt-4-(turbo|1106|0125|vision)|gpt-3\.5-turbo)/, maxOutput: 4096 },
  { match: /^(o1|o3|o4)(?!-(mini|preview)$)|^(o3|o4)-mini/, maxOutput: 100_000 },
  { match: /^(o1-mini|o1-preview|gpt-3\.5-turbo-instruct)|-search-preview/, noTools: true },
  { match: /gpt-4(o|\.1|-turbo(?!.*preview))|o3|o4-mini/, sees: true },
  { match: /^(gpt|chatgpt|o\d)/, summarizers: openAISummarizers },

  // Anthropic
  { match: /^claude-3-5-haiku-20241022$/, sees: false },
  { match: /^claude-(instant|2\.0)/, window: 100_000 },
  { match: /claude-(2|instant)/, noTools: "Anthropic" },
  { match: /^claude-(3-7|(opus|sonnet|haiku|fable|mythos)-[4-9])/, thinks: true },
  { match: /^claude-(fable|mythos|opus|sonnet|haiku)-[4-9]|claude.*[34]/, sees: true },
  {
    match: /^claude(?!.*haiku)/,
    summarizers: ["claude-haiku-4-5@anthropic", "claude-3-5-haiku-latest@anthropic"],
  },
  { match: /^claude-((opus|sonnet)-4[-.][6-8]|[a-z]+-[5-9])(?!\d)/, window: 1_000_000 },
  { match: /^claude-/, window: 200_000 },
  { match: /^claude-(\w+-[5-9]|\w+-4[-.][6-8])(?!\d)/, maxOutput: 128_000 },
  { match: /^claude-opus-4([-.]1)?(-\d{8}|$)/, maxOutput: 32_000 },
  { match: /^claude-(\w+-4|3[-.]7)(?!\d)/, maxOutput: 64_000 },
  { match: /^claude-3[-.]5/, maxOutput: 8192 },
  { match: /^claude-3/, maxOutput: 4096 },

  // Google
  { match: /^gemini-1\.5-pro/, window: 2_097_152 },
  { match: /^gemini-(1\.5-flash|2\.|[3-9])/, window: 1_048_576 },
  { match: /^gemini-(2\.5|[3-9])/, thinks: true, maxOutput: 65_536 },
  { match: /^gemini-(1\.5|2\.0)/, maxOutput: 8192 },
  { match: /^gemini-([3-9]|flash|pro-latest)|gemini-(1\.5|exp|2\.[05])|learnlm/, sees: true },
  { match: /vision|^gemma|learnlm/, noTools: "Google" },
  { match: /^gemini-pro/, cutoff: "2023-12" },
  {
    match: /^gemini/,
    summarizers: ["gemini-pro@google", "gemini-3.5-flash-lite@google", "gemini-2.5-flash-lite@google"],
  },
  // Google's small open models are text only, as is Gemma 3n in Ollama.
  { match: /^gemma-?3(:|-)(1b|270m)|^gemma3n/, sees: false },
  { match: /^(med)?gemma-?[3-9]/, sees: true },

  // Mistral
  { match: /^mistral-(small|medium|large)-?(latest|25(0[3-9]|1\d)|2[6-9]\d\d)/, sees: true },
  { match: /^(mistral-small-?(3\.[1-9]|[4-9])|mistral-(medium|large)-3|ministral-3|pixtral)/, sees: true },

  // Open models with vision, as local servers name them
  { match: /llama-?4|llava|moondream|minicpm-(v|o)|multimodal/, sees: true },

  // DeepSeek
  { match: /^deepseek-(chat|reasoner)$/, window: 128_000 },
  { match: /^deepseek-flash/, window: 1_000_000 },
  { match: /^deepseek-chat$/, maxOutput: 8192 },
  { match: /^deepseek-reasoner$/, maxOutput: 65_536 },
  { match: /^deepseek-(v4|flash)/, maxOutput: 384_000 },
  { match: /^deepseek-(chat|coder)/, cutoff: "2024-07" },
  { match: /deepseek-(r\d|v[4-9]|flash)/, thinks: true },
  { match: /^deepseek-/, summarizers: ["deepseek-chat@deepseek", "deepseek-flash@deepseek"] },

  // xAI
  { match: /^grok-4-fast/, window: 2_000_000 },
  { match: /^grok-4\.(3|20)(?!\d)/, window: 1_000_000 },
  { match: /^grok-4\.[56](?!\d)/, window: 500_000 },
  { match: /^grok-build/, window: 256_000 },
  { match: /^grok-(4|code)/, window: 256_000 },
  { match: /^grok-[23]/, window: 131_072 },
  { match: /^grok-(3-mini|[4-9])/, thinks: true },
  { match: /^grok-[5-9]|grok-4/, sees: true },

  // Moonshot
  { match: /^kimi-(thinking|k2\.[5-9]|k[3-9])/, thinks: true },
  { match: /^kimi-k(2\.[5-9]|[3-9])/, sees: true },

  // Alibaba
  // Text only: https://github.com/agentscope-ai/agentscope-java/issues/1459
  { match: /^qwen3\.(6-max-preview|7-max)/, sees: false },
  { match: /^(qwen3\.[5-9]|qwen[4-9]|qvq|qwen.*omni)/, sees: true },
  { match: /^(qwq|qvq)/, thinks: true },
  // Names of its API only: servers load its open models with shorter contexts.
  { match: /^(qwen3\.[6-8]-(max|plus|flash)|qwen3-coder-plus|qwen-(plus|flash))/, window: 1_000_000 },
  { match: /^qwen3-vl-plus/, window: 262_144 },

  // Baidu
  { match: /^ernie-5/, sees: true, window: 128_000 },
  { match: /^ernie-(x|5)/, thinks: true },

  // Tencent
  { match: /^(hunyuan-t1|hy[3-9])/, thinks: true },

  // ByteDance
  { match: /^doubao-seed/, sees: true, thinks: true, window: 256_000 },

  // Zhipu
  { match: /^glm-[5-9].*v|glm-4(\.\d)?v/, sees: true },
  { match: /^glm-(4\.[5-9]|[5-9]|z1)/, thinks: true },

  // Others
  { match: /^(general|lite|generalv2|generalv3|pro-128k)$/, noTools: "Iflytek" },
  { match: /-(thinking|reasoner|reasoning)(-|$)|^magistral/, thinks: true },
  { match: /vision|vl/, sees: true },
];

/** Returns a fact about a model; undefined if no row has it. */
export function modelFact<Fact extends Exclude<keyof ModelFamily, "match" | "noTools">>(
  model: string,
  fact: Fact,
): ModelFamily[Fact] {
  const name = baseName(model);
  return modelFamilies.find((family) => family[fact] !== undefined && family.match.test(name))?.[fact];
}

/** Whether a model accepts images: at a provider, by its place (`placeOf`), or everywhere if none is given. */
export function acceptsImages(model: string, place?: string): boolean {
  const sees = modelFact(model, "sees");
  return sees === true || (Array.isArray(sees) && sees.includes(place));
}

/** Whether a model accepts tools at a provider, by its place (`placeOf`). */
export function acceptsTools(place: string, model: string): boolean {
  const name = baseName(model);
  return !modelFamilies.some(({ noTools, match }) => (noTools === true || noTools === place) && match.test(name));
}

/** Returns a model's name in lower case without the folder of its vendor (`Qwen/…`). */
export function baseName(model: string): string {
  return model.slice(model.lastIndexOf("/") + 1).toLowerCase();
}
