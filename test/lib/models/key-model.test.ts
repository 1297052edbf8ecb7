import { modelForKey } from "@/lib/models/key-model";
import { listModels } from "@/lib/models/model-list";
import type { Provider } from "@/lib/providers/provider";
import { providers } from "@/lib/providers/registry";

const all: readonly Provider[] = Object.values(providers);

function chosen(providerId: string, listed: readonly string[]): string | undefined {
  const models = listModels({
    providers: all,
    fetched: listed.length > 0 ? { [providerId]: listed } : {},
    customModels: [],
    defaultModel: "",
  });
  return modelForKey(models, providerId, listed)?.name;
}

test.each([
  ["a featured model", "openai", ["gpt-4o", "gpt-5-mini"], "gpt-5-mini"],
  ["the first of the provider's list", "anthropic", ["claude-new", "claude-old"], "claude-new"],
  ["a model that holds conversations", "groq", ["whisper-large-v3", "llama-guard-4", "llama-4"], "llama-4"],
  ["a featured model without a list", "google", [], "gemini-2.5-pro"],
])("chooses %s", (_name, id, listed, name) => {
  expect(chosen(id, listed)).toBe(name);
});

test("chooses none if the provider has none", () => {
  expect(chosen("ollama", [])).toBeUndefined();
});
