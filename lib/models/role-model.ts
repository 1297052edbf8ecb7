import type { ModelEntry } from "@/lib/models/model-entry";

/** Which model writes titles and summaries for the models of a family: cheap and quick ones (§3.6, §6.4). */
const roleModels: readonly { readonly of: RegExp; readonly models: readonly string[] }[] = [
  { of: /^(gpt|chatgpt)/, models: ["gpt-4.1@openai", "gpt-4o-mini@openai"] },
  { of: /^gemini/, models: ["gemini-pro@google", "gemini-3.5-flash-lite@google"] },
  { of: /^deepseek-/, models: ["deepseek-chat@deepseek"] },
];

/** Answers the model that writes titles and summaries beside another; nothing where none of its family is available. */
export function roleModelOf(model: string, models: readonly ModelEntry[]): ModelEntry | undefined {
  const keys = roleModels.find(({ of }) => of.test(model))?.models ?? [];
  for (const key of keys) {
    const found = models.find(({ name, available, provider }) => available && `${name}@${provider.id}` === key);
    if (found) return found;
  }
  return undefined;
}
