/**
 * Families of models, and providers whose icon is not that of a family: the icon's file in `public/icons`, the two letters
 * that stand for a missing icon, and the names of models in lower case, without the folder of a vendor. The name
 * determines the hue. The first match counts: a distilled `deepseek-…-llama` is a llama.
 */
export const families = {
  gpt: { name: "gpt", icon: "openai", letters: "Gp", match: /^(gpt|chatgpt|dall-?e|o1|o3|o4)/ },
  gemini: { name: "gemini", icon: "gemini", letters: "Ge", match: /^gemini/ },
  gemma: { name: "gemma", icon: "gemma", letters: "Gm", match: /^gemma/ },
  claude: { name: "claude", icon: "claude", letters: "Cl", match: /^claude/ },
  llama: { name: "llama", icon: "meta", letters: "La", match: /llama/ },
  mixtral: { name: "mixtral", icon: "mistral", letters: "Mx", match: /^(mixtral|codestral|mistral)/ },
  deepseek: { name: "deepseek", icon: "deepseek", letters: "Ds", match: /deepseek/ },
  moonshot: { name: "moonshot", icon: "moonshot", letters: "Ms", match: /^(moonshot|kimi)/ },
  qwen: { name: "qwen", icon: "qwen", letters: "Qw", match: /^qwen/ },
  ernie: { name: "ernie", icon: "wenxin", letters: "Er", match: /^ernie/ },
  grok: { name: "grok", icon: "grok", letters: "Gk", match: /^grok/ },
  hunyuan: { name: "hunyuan", icon: "hunyuan", letters: "Hy", match: /^hunyuan/ },
  doubao: { name: "doubao", icon: "doubao", letters: "Db", match: /^(doubao|ep-)/ },
  glm: { name: "glm", icon: "chatglm", letters: "Gl", match: /glm|^(cogview-|cogvideox-)/ },
  // Providers, by id; model names never map to these.
  azure: { name: "azure", icon: "azure", letters: "Az" },
  google: { name: "google", icon: "google", letters: "Go" },
  anthropic: { name: "anthropic", icon: "anthropic", letters: "An" },
  baidu: { name: "baidu", icon: "baidu", letters: "Ba" },
  bytedance: { name: "bytedance", icon: "bytedance", letters: "By" },
  alibaba: { name: "alibaba", icon: "alibabacloud", letters: "Al" },
  tencent: { name: "tencent", icon: "tencentcloud", letters: "Te" },
  iflytek: { name: "iflytek", icon: "spark", letters: "Sp" },
  xai: { name: "xai", icon: "xai", letters: "xA" },
  siliconflow: { name: "siliconflow", icon: "siliconcloud", letters: "Si" },
  ai302: { name: "ai302", icon: "ai302", letters: "30" },
  stability: { name: "stability", icon: "stability", letters: "St" },
  groq: { name: "groq", icon: "groq", letters: "Gq" },
  openrouter: { name: "openrouter", icon: "openrouter", letters: "Or" },
  ollama: { name: "ollama", icon: "ollama", letters: "Ol" },
  lmstudio: { name: "lmstudio", icon: "lmstudio", letters: "LM" },
  llamacpp: { name: "llamacpp", icon: "", letters: "Lc" },
  vllm: { name: "vllm", icon: "vllm", letters: "vL" },
  // Rendered as the letters of the model's name.
  none: { name: "none", icon: "", letters: "" },
} as const;

export type Family = (typeof families)[keyof typeof families];
export type FamilyName = Family["name"];

/**
 * Returns the family of a model by its name, otherwise its provider's. The folder of a vendor (`Qwen/…`) does not count.
 */
export function familyOf(model: string, providerId = ""): Family {
  const name = model.slice(model.lastIndexOf("/") + 1).toLowerCase();
  const all = Object.values<Family>(families);
  return all.find((family) => "match" in family && family.match.test(name)) ?? familyOfId(providerId) ?? families.none;
}

/** Returns the family whose icon represents a provider: its own, or that of its first model. */
export function familyOfProvider({
  id,
  models,
}: {
  readonly id: string;
  readonly models: readonly string[];
}): FamilyName {
  return (familyOfId(id) ?? familyOf(models[0] ?? id)).name;
}

/** Returns the row of a provider that has its own. */
function familyOfId(id: string): Family | undefined {
  return Object.values<Family>(families).find((family) => !("match" in family) && family.name === id);
}
