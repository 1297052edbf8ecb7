import { modelFact } from "@/lib/providers/model-families";

/** The families of models that have a tile of their own, and the two letters on it. The name picks the hue. */
export const families = {
  gpt: { name: "gpt", letters: "Gp" },
  gemini: { name: "gemini", letters: "Ge" },
  gemma: { name: "gemma", letters: "Gm" },
  claude: { name: "claude", letters: "Cl" },
  llama: { name: "llama", letters: "La" },
  mixtral: { name: "mixtral", letters: "Mx" },
  deepseek: { name: "deepseek", letters: "Ds" },
  moonshot: { name: "moonshot", letters: "Ms" },
  qwen: { name: "qwen", letters: "Qw" },
  ernie: { name: "ernie", letters: "Er" },
  grok: { name: "grok", letters: "Gk" },
  hunyuan: { name: "hunyuan", letters: "Hy" },
  doubao: { name: "doubao", letters: "Db" },
  glm: { name: "glm", letters: "Gl" },
  // Providers whose models have no prefix of their own; no model name leads here.
  azure: { name: "azure", letters: "Az" },
  iflytek: { name: "iflytek", letters: "Sp" },
  siliconflow: { name: "siliconflow", letters: "Si" },
  ai302: { name: "ai302", letters: "30" },
  stability: { name: "stability", letters: "St" },
  // Drawn as the product's mark.
  none: { name: "none", letters: "" },
} as const;

export type Family = (typeof families)[keyof typeof families];
export type FamilyName = Family["name"];

/** Returns the family of a model by its name. The folder of a vendor (`Qwen/…`) does not count. */
export function familyOf(model: string): Family {
  return families[modelFact(model, "tile") ?? "none"];
}

/** Returns the family whose tile stands for a provider: its own, or that of its first model. */
export function familyOfProvider({
  id,
  models,
}: {
  readonly id: string;
  readonly models: readonly string[];
}): FamilyName {
  return ownFamilies.find((name) => name === id) ?? familyOf(models[0] ?? id).name;
}

/** Providers whose models have no prefix of their own. */
const ownFamilies = ["azure", "iflytek", "siliconflow", "ai302", "stability"] as const;
