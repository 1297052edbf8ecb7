/**
 * Model families with their own icon: the two letters on it, and the names of their models in lower case, without the
 * folder of a vendor. The name determines the hue. The first match counts: a distilled `deepseek-…-llama` is a llama.
 */
export const families = {
  gpt: { name: "gpt", letters: "Gp", match: /^(gpt|chatgpt|dall-?e|o1|o3|o4)/ },
  gemini: { name: "gemini", letters: "Ge", match: /^gemini/ },
  gemma: { name: "gemma", letters: "Gm", match: /^gemma/ },
  claude: { name: "claude", letters: "Cl", match: /^claude/ },
  llama: { name: "llama", letters: "La", match: /llama/ },
  mixtral: { name: "mixtral", letters: "Mx", match: /^(mixtral|codestral|mistral)/ },
  deepseek: { name: "deepseek", letters: "Ds", match: /deepseek/ },
  moonshot: { name: "moonshot", letters: "Ms", match: /^(moonshot|kimi)/ },
  qwen: { name: "qwen", letters: "Qw", match: /^qwen/ },
  ernie: { name: "ernie", letters: "Er", match: /^ernie/ },
  grok: { name: "grok", letters: "Gk", match: /^grok/ },
  hunyuan: { name: "hunyuan", letters: "Hy", match: /^hunyuan/ },
  doubao: { name: "doubao", letters: "Db", match: /^(doubao|ep-)/ },
  glm: { name: "glm", letters: "Gl", match: /glm|^(cogview-|cogvideox-)/ },
  // Providers whose models have no common prefix; model names never map to these.
  azure: { name: "azure", letters: "Az" },
  iflytek: { name: "iflytek", letters: "Sp" },
  siliconflow: { name: "siliconflow", letters: "Si" },
  ai302: { name: "ai302", letters: "30" },
  stability: { name: "stability", letters: "St" },
  // Rendered as the product's mark.
  none: { name: "none", letters: "" },
} as const;

export type Family = (typeof families)[keyof typeof families];
export type FamilyName = Family["name"];

/** Returns the family of a model by its name. The folder of a vendor (`Qwen/…`) does not count. */
export function familyOf(model: string): Family {
  const name = model.slice(model.lastIndexOf("/") + 1).toLowerCase();
  return Object.values(families).find((family) => "match" in family && family.match.test(name)) ?? families.none;
}

/** Returns the family whose icon represents a provider: its own, or that of its first model. */
export function familyOfProvider({
  id,
  models,
}: {
  readonly id: string;
  readonly models: readonly string[];
}): FamilyName {
  return ownFamilies.find((name) => name === id) ?? familyOf(models[0] ?? id).name;
}

/** Providers whose models have no common prefix. */
const ownFamilies = ["azure", "iflytek", "siliconflow", "ai302", "stability"] as const;
