import fc from "fast-check";
import { costOf, maxPrice, type Price, priceKinds } from "@/lib/prices/price";
import { countTokens, noTokens, type TokenCounts } from "@/lib/prices/token-counts";

/** 3 for input, 0.3 cached, 3.75 cache writes, 15 for output; in millionths for a million tokens. */
const price: Price = { input: 3_000_000, cached: 300_000, cacheWrite: 3_750_000, output: 15_000_000 };

describe("the cost of a call", () => {
  test.each<[string, Partial<TokenCounts>, Price, number | undefined]>([
    ["input and output", { input: 1000, output: 100 }, price, 4500],
    ["cached input and cache writes", { input: 1000, cached: 500, cacheWrite: 200 }, price, 1800],
    ["reasoning, with the price of output", { output: 100, reasoning: 90 }, price, 1500],
    ["reasoning, with its own price", { output: 100, reasoning: 90 }, { ...price, reasoning: 1_000_000 }, 240],
    [
      "audio and images in the input",
      { input: 30, inputAudio: 10, inputImage: 10 },
      { ...price, inputAudio: 1e8, inputImage: 1e7 },
      1130,
    ],
    ["images in the output", { output: 272, outputImage: 272 }, { input: 5e6, outputImage: 4e7 }, 10_880],
    ["audio in the output", { output: 10, outputAudio: 4 }, { ...price, outputAudio: 64e6 }, 346],
    ["nothing", {}, price, 0],
    ["a free model", { input: 10, output: 10 }, { input: 0, output: 0 }, 0],
    ["half a millionth, rounded up", { input: 1 }, { input: 500_000 }, 1],
    ["less than half a millionth", { input: 1 }, { input: 499_999 }, 0],
    ["a price that binary fractions cannot hold", { input: 3 }, { input: 100_000 * 3 }, 1],
    ["output without a price", { input: 10, output: 1 }, { input: 1_000_000 }, undefined],
    ["input up to a tier", { input: 200 }, { input: [1e6, [200, 2e6]] }, 200],
    ["input above a tier, all at its price", { input: 201 }, { input: [1e6, [200, 2e6]] }, 402],
    [
      "output in the tier of the input",
      { input: 201, output: 10 },
      { input: 1e6, output: [1e6, [100, 2e6], [200, 3e6]] },
      231,
    ],
    ["more than a number holds", { input: 1e9 }, { input: maxPrice }, Number.MAX_SAFE_INTEGER],
  ])("is exact for %s", (_name, counts, prices, cost) => {
    expect(costOf({ ...noTokens, ...counts }, prices)).toBe(cost);
  });

  test("is the sum of the costs of its parts, never negative and never NaN", () => {
    const count = fc.integer({ min: 0, max: 1_000_000 });
    const amount = fc.integer({ min: 0, max: 1_000_000_000 });
    const prices = fc.record(
      Object.fromEntries(priceKinds.map((kind) => [kind, amount])) as Record<"input", typeof amount>,
    );
    fc.assert(
      fc.property(fc.array(count, { minLength: 9, maxLength: 9 }), prices, (parts, given) => {
        const [text = 0, cached = 0, cacheWrite = 0, inputAudio = 0, inputImage = 0] = parts;
        const [, , , , , said = 0, reasoning = 0, outputAudio = 0, outputImage = 0] = parts;
        const counts = {
          ...{ cached, cacheWrite, inputAudio, inputImage, reasoning, outputAudio, outputImage },
          input: text + cached + cacheWrite + inputAudio + inputImage,
          output: said + reasoning + outputAudio + outputImage,
        };
        const sum = parts.reduce(
          (total, tokens, place) => total + BigInt(tokens) * BigInt(given[priceKinds[place] as "input"]),
          0n,
        );
        expect(costOf(counts, given)).toBe(Number((sum + 500_000n) / 1_000_000n));
      }),
    );
  });

  test("is an integer of zero or more for any usage", () => {
    const odd = fc.oneof(fc.double(), fc.integer(), fc.constant(undefined));
    const usage = fc.record({
      ...{ inputTokens: odd, outputTokens: odd, reasoningTokens: odd, cachedInputTokens: odd, totalTokens: odd },
      ...{ cacheWriteTokens: odd, inputAudioTokens: odd, inputImageTokens: odd, outputImageTokens: odd },
    });
    fc.assert(
      fc.property(usage, fc.boolean(), (given, isComplete) => {
        const { counts } = countTokens({ usage: given as object, estimate: { input: 3, output: 4 }, isComplete });
        const cost = costOf(counts, price);
        expect(Number.isSafeInteger(cost) && Number(cost) >= 0).toBe(true);
      }),
    );
  });
});
