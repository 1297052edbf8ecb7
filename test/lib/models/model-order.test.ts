import type { ModelEntry } from "@/lib/models/model-entry";
import { currentModelsFirst, newestModelsFirst, olderModels } from "@/lib/models/model-order";
import { anthropic } from "@/lib/providers/anthropic";
import { google } from "@/lib/providers/google";
import { openai } from "@/lib/providers/openai";

const sorted = (names: readonly string[]) => newestModelsFirst(names.map((name) => ({ name }))).map(({ name }) => name);

test.each([
  ["a snapshot beside its model", ["gpt-4o", "gpt-4o-2024-05-13"], ["gpt-4o-2024-05-13"]],
  ["a snapshot with a suffix", ["gpt-5-chat", "gpt-5-chat-2025-01-01-preview"], ["gpt-5-chat-2025-01-01-preview"]],
  [
    "a preview of a finished model",
    ["gemini-2.5-pro", "gemini-2.5-pro-preview-06-05"],
    ["gemini-2.5-pro-preview-06-05"],
  ],
  ["a snapshot beside its latest", ["Org/tide-latest", "tide-20250101"], ["tide-20250101"]],
  ["all but the last of several snapshots", ["tide-0601", "tide-0905"], ["tide-0601"]],
  ["no snapshot that stands alone", ["tide-20250514", "reef"], []],
  [
    "earlier generations",
    ["gpt-5", "gpt-3.5-turbo", "gpt-4", "o1-mini", "claude-2.1"],
    ["gpt-3.5-turbo", "gpt-4", "o1-mini", "claude-2.1"],
  ],
  ["no size or version", ["llama-3.3", "llama-3.3-70b", "gpt-4.1", "gpt-4o", "glm-4-9b"], []],
  ["nothing if all are old", ["gpt-4", "gpt-4-0613"], []],
])("older models are %s", (_, names, older) => {
  expect([...olderModels(names)]).toEqual(older);
});

test.each([
  [
    ["gpt-4.1", "gpt-6-sol", "gpt-5.6-sol", "o3", "gpt-6.1-terra"],
    ["gpt-6.1-terra", "gpt-6-sol", "gpt-5.6-sol", "gpt-4.1", "o3"],
  ],
  [
    ["claude-opus-4-20250514", "claude-opus-4-5", "claude-opus-5"],
    ["claude-opus-5", "claude-opus-4-5", "claude-opus-4-20250514"],
  ],
  [
    ["qwen3-32b", "qwen-max-latest", "qwen2.5-72b"],
    ["qwen-max-latest", "qwen3-32b", "qwen2.5-72b"],
  ],
  [
    ["moonshot-v1-128k", "kimi-k2.6"],
    ["kimi-k2.6", "moonshot-v1-128k"],
  ],
  [
    ["grok-4", "gpt-6", "grok-5"],
    ["grok-5", "grok-4", "gpt-6"],
  ],
  [
    ["tide-7", "reef", "wave-7"],
    ["reef", "tide-7", "wave-7"],
  ],
])("%j are sorted to %j", (names, expected) => {
  expect(sorted(names)).toEqual(expected);
});

test("the built-in lists begin with current models, and no dated name is shown twice", () => {
  const shown = ({ models }: { readonly models: readonly string[] }) => {
    const older = olderModels(models);
    return sorted(models).filter((name) => !older.has(name));
  };
  expect(shown(openai).slice(0, 4)).toEqual(["gpt-6.1-sol", "gpt-6.1-terra", "gpt-6-astra", "gpt-6-sol"]);
  expect(shown(anthropic)[0]).toMatch(/^claude-.*-5-5$/);
  expect(shown(google)[0]).toBe("gemini-4-argon");
  const dated = [openai, google].flatMap(shown).filter((name) => /\d{4}|-\d{2}-\d{2}/.test(name));
  expect(dated).toEqual([]);
});

test("current models of all providers come first, then older ones", () => {
  const entry = (name: string, id: string): ModelEntry => ({
    ...{ name, displayName: name, available: true, sorted: 0 },
    provider: { id, providerName: id, providerType: id, sorted: 0 },
  });
  const models = [
    ...["gpt-3.5-turbo", "gpt-4", "gpt-5", "gpt-6-sol"].map((name) => entry(name, "openai")),
    ...["claude-2.1", "claude-opus-5"].map((name) => entry(name, "anthropic")),
    entry("gpt-4", "azure"),
  ];
  expect(currentModelsFirst(models).map(({ name, provider }) => `${name}@${provider.id}`)).toEqual([
    ...["gpt-6-sol@openai", "gpt-5@openai", "claude-opus-5@anthropic", "gpt-4@azure"],
    ...["gpt-4@openai", "gpt-3.5-turbo@openai", "claude-2.1@anthropic"],
  ]);
});
