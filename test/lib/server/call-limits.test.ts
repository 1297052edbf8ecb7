import fc from "fast-check";
import { withinLimits } from "@/lib/server/call-limits";
import { refusalOf } from "@/lib/server/error-response";

const limits = { outputTokens: 1000, images: 2 };

test.each([
  [{ max_tokens: 4000 }, { max_tokens: 1000 }],
  [
    { max_tokens: 10, max_completion_tokens: 2000 },
    { max_tokens: 10, max_completion_tokens: 1000 },
  ],
  [{ max_output_tokens: 1001 }, { max_output_tokens: 1000 }],
  [
    { n: 10, prompt: "Ports" },
    { n: 2, prompt: "Ports" },
  ],
  [
    { generationConfig: { maxOutputTokens: 9999, candidateCount: 8, topP: 1 } },
    { generationConfig: { maxOutputTokens: 1000, candidateCount: 2, topP: 1 } },
  ],
  [{ parameters: { max_tokens: 5000, n: 4 } }, { parameters: { max_tokens: 1000, n: 2 } }],
  [{ max_tokens_to_sample: 4000 }, { max_tokens_to_sample: 1000 }],
  // As servers read them that are lenient with the names of fields.
  [
    { Max_Tokens: 4000, MaxTokens: 4000, N: 9 },
    { Max_Tokens: 1000, MaxTokens: 1000, N: 2 },
  ],
  [
    { generation_config: { max_output_tokens: 9999, candidate_count: 8 } },
    { generation_config: { max_output_tokens: 1000, candidate_count: 2 } },
  ],
  [
    { max_tokens: null, parameters: null },
    { max_tokens: null, parameters: null },
  ],
  [{ messages: [] }, { messages: [] }],
])("limits %j to %j @C3.6", (body, expected) => {
  expect(withinLimits(body, limits)).toEqual(expected);
});

test.each([
  [{ max_tokens: 8000, thinking: { type: "enabled", budget_tokens: 4000 } }, 8000, 4000],
  [{ max_tokens: 28_576, thinking: { type: "enabled", budget_tokens: 24_576 } }, 16_000, 8000],
  [{ max_tokens: 28_576, thinking: { type: "enabled", budget_tokens: 24_576 } }, 2000, undefined],
])("the budget for thinking of %j is below a limit of %d @C3.6", (body, outputTokens, budget) => {
  const thinking = budget === undefined ? {} : { thinking: { type: "enabled", budget_tokens: budget } };
  expect(withinLimits(body, { outputTokens, images: 2 })).toEqual({ max_tokens: outputTokens, ...thinking });
});

test.each([
  { max_tokens: "9999" },
  { max_tokens: -1 },
  { n: [9] },
  { generationConfig: [1] },
  { parameters: { max_tokens: {} } },
])("rejects %j, which cannot be checked @C3.6", (body) => {
  let thrown: unknown;
  try {
    withinLimits(body, limits);
  } catch (error) {
    thrown = error;
  }
  expect(refusalOf(thrown)).toBe("malformed");
});

test("never changes other fields", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom("messages", "tools", "model", "x"), fc.jsonValue()), (body) => {
      expect(withinLimits(body, limits)).toEqual(body);
    }),
  );
});
