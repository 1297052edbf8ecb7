/** Model families with their own icon, and the two letters on it. The name determines the hue. */
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

/**
 * Rules by model name. The first matching row applies, so the order matters: a distilled `deepseek-…-llama` is a llama.
 */
const rules: readonly { readonly family: FamilyName; readonly matches: (model: string) => boolean }[] = [
  { family: "gpt", matches: startsWith("gpt", "chatgpt", "dall-e", "dalle", "o1", "o3", "o4") },
  { family: "gemini", matches: startsWith("gemini") },
  { family: "gemma", matches: startsWith("gemma") },
  { family: "claude", matches: startsWith("claude") },
  { family: "llama", matches: contains("llama") },
  { family: "mixtral", matches: startsWith("mixtral", "codestral", "mistral") },
  { family: "deepseek", matches: contains("deepseek") },
  { family: "moonshot", matches: startsWith("moonshot", "kimi") },
  { family: "qwen", matches: startsWith("qwen") },
  { family: "ernie", matches: startsWith("ernie") },
  { family: "grok", matches: startsWith("grok") },
  { family: "hunyuan", matches: startsWith("hunyuan") },
  { family: "doubao", matches: startsWith("doubao", "ep-") },
  { family: "glm", matches: anyOf(contains("glm"), startsWith("cogview-", "cogvideox-")) },
];

/** Returns the family of a model by its name, without its vendor path (`Qwen/…`). */
export function familyOf(model: string): Family {
  const name = model.toLowerCase();
  const rule = rules.find(({ matches }) => matches(name));
  return families[rule?.family ?? "none"];
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

function startsWith(...prefixes: readonly string[]) {
  return (model: string) => {
    const name = model.slice(model.lastIndexOf("/") + 1);
    return prefixes.some((prefix) => name.startsWith(prefix));
  };
}

function contains(part: string) {
  return (model: string) => model.includes(part);
}

function anyOf(...tests: readonly ((model: string) => boolean)[]) {
  return (model: string) => tests.some((test) => test(model));
}
