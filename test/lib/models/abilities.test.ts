import { type AbilitySources, abilitiesOf } from "@/lib/models/abilities";
import { ownServer } from "@/lib/providers/places";

test.each<[string, AbilitySources, object]>([
  ["gpt-4o", {}, { vision: true, tools: true, thinking: false, window: 128_000 }],
  ["my-model", {}, { vision: false, tools: true, thinking: false, window: undefined }],
  [
    "my-model",
    { visionNames: "one, my-model ,two" },
    { vision: true, tools: true, thinking: false, window: undefined },
  ],
  ["my", { visionNames: "one,my-model" }, { vision: false, tools: true, thinking: false, window: undefined }],
  [
    "my-model",
    { listed: { vision: true, tools: false, thinking: true, window: 8192 } },
    { vision: true, tools: false, thinking: true, window: 8192 },
  ],
  [
    "my-model",
    { listed: { vision: false }, visionNames: "my-model" },
    { vision: true, tools: true, thinking: false, window: undefined },
  ],
  [
    "gpt-4o",
    { chosen: { vision: false, tools: false, thinking: true }, listed: { vision: true, tools: true } },
    { vision: false, tools: false, thinking: true, window: 128_000 },
  ],
  [
    "my-model",
    { contextLength: 16_384, listed: { maxWindow: 8192 } },
    { vision: false, tools: true, thinking: false, window: 8192 },
  ],
  ["my-model", { contextLength: 16_384 }, { vision: false, tools: true, thinking: false, window: 16_384 }],
  ["my-model", { listed: { maxWindow: 131_072 } }, { vision: false, tools: true, thinking: false, window: undefined }],
])("%s with %j has the abilities %j", (model, sources, expected) => {
  const {
    maxOutput: _maxOutput,
    maxWindow: _maxWindow,
    ...abilities
  } = abilitiesOf({ model, place: ownServer }, sources);
  expect(abilities).toEqual(expected);
});

test.each([
  ["gpt-5-mini", {}, 128_000],
  ["openai/gpt-4o-mini", {}, 16_384],
  ["o4-mini", {}, 100_000],
  ["claude-opus-4-20250514", {}, 32_000],
  ["claude-sonnet-4-5-20250929", {}, 64_000],
  ["claude-opus-4-6", {}, 128_000],
  ["anthropic/claude-opus-5.5", {}, 128_000],
  ["claude-3-haiku-20240307", {}, 4096],
  ["gemini-2.5-pro", {}, 65_536],
  ["mine", {}, undefined],
  ["gpt-4o", { listed: { maxOutput: 5000 } }, 5000],
])("%s with %j writes up to %p tokens", (model, sources, tokens) => {
  expect(abilitiesOf({ model, place: ownServer }, sources).maxOutput).toBe(tokens);
});
