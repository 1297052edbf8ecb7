import type { ModelSettings } from "@/lib/chat/model-settings";
import type { PromptFacts, PromptWords } from "@/lib/chat/prompt-words";

/** Returns the system prompt; undefined if the settings or the model exclude it. */
export function systemPrompt(
  { enableInjectSystemPrompts, model, providerName }: ModelSettings,
  words: Pick<PromptWords, "system">,
  { provider = providerName, cutoff, time }: Omit<PromptFacts, "model" | "provider"> & { readonly provider?: string },
): string | undefined {
  if (!enableInjectSystemPrompts || !/^(gpt|chatgpt)-/.test(model)) return undefined;
  return words.system({ provider, cutoff, model, time });
}
