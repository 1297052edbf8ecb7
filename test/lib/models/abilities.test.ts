import { type AbilitySources, abilitiesOf } from "@/lib/models/abilities";

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
])("%s with %j has the abilities %j", (model, sources, expected) => {
  expect(abilitiesOf({ model, providerName: "My server" }, sources)).toEqual(expected);
});
