import { higherLimit } from "@/lib/models/higher-limit";

test.each([
  ["twice the limit", 4000, { maxOutput: 128_000 }, undefined, 8000],
  ["twice the tokens of a request with a higher limit", 1000, { maxOutput: 16_384 }, 4000, 8000],
  ["the maximum of the model", 10_000, { maxOutput: 16_384 }, 10_000, 16_384],
  ["nothing above that maximum", 16_384, { maxOutput: 16_384 }, undefined, undefined],
  ["the context window of a model with an unknown maximum", 3000, { window: 4096 }, undefined, 4096],
  ["twice the limit of an unknown model", 4000, {}, undefined, 8000],
  ["the highest setting for an unknown model", 400_000, {}, undefined, 512_000],
  ["nothing above the highest setting", 512_000, { maxOutput: 1_000_000 }, undefined, undefined],
])("the higher limit is %s", (_name, limit, known, used, expected) => {
  expect(higherLimit(limit, { maxOutput: undefined, window: undefined, ...known }, used)).toBe(expected);
});
