import type { Usage } from "@/lib/chat/message";
import { countTokens, noTokens } from "@/lib/prices/token-counts";

const estimate = { input: 12, output: 7 };

const count = (usage: Usage | undefined, isComplete = true) => countTokens({ usage, estimate, isComplete });

describe("the tokens of a call", () => {
  test("are those that the provider reports", () => {
    const usage = {
      ...{
        inputTokens: 1000,
        cachedInputTokens: 400,
        cacheWriteTokens: 100,
        inputAudioTokens: 50,
        inputImageTokens: 30,
      },
      ...{ outputTokens: 500, reasoningTokens: 200, outputAudioTokens: 20, outputImageTokens: 10, totalTokens: 1500 },
    };
    expect(count(usage)).toEqual({
      counts: {
        ...{ input: 1000, cached: 400, cacheWrite: 100, inputAudio: 50, inputImage: 30 },
        ...{ output: 500, reasoning: 200, outputAudio: 20, outputImage: 10 },
      },
      isEstimated: false,
    });
  });

  test.each<[string, Usage | undefined, { input: number; output: number }]>([
    ["nothing is reported", undefined, { input: 12, output: 7 }],
    ["both counts are negative", { inputTokens: -5, outputTokens: -1 }, { input: 12, output: 7 }],
    ["both counts are huge", { inputTokens: 1e15, outputTokens: 2e9 }, { input: 12, output: 7 }],
    ["both counts are no numbers", { inputTokens: Number.NaN, outputTokens: Infinity }, { input: 12, output: 7 }],
    ["both counts are zero", { inputTokens: 0, outputTokens: 0, totalTokens: 0 }, { input: 12, output: 7 }],
    ["only the input is reported", { inputTokens: 20 }, { input: 20, output: 7 }],
    ["only the output is reported", { outputTokens: 20 }, { input: 12, output: 20 }],
    ["input and total are reported", { inputTokens: 20, totalTokens: 25 }, { input: 20, output: 5 }],
    ["output and total are reported", { outputTokens: 20, totalTokens: 50 }, { input: 30, output: 20 }],
    ["the total is less than the input", { inputTokens: 20, totalTokens: 5 }, { input: 20, output: 7 }],
  ])("are estimated if %s", (_name, usage, expected) => {
    expect(count(usage)).toEqual({ counts: { ...noTokens, ...expected }, isEstimated: true });
  });

  test("are at least the text that came, if the reply was interrupted", () => {
    expect(count({ inputTokens: 30, outputTokens: 1 }, false)).toEqual({
      counts: { ...noTokens, input: 30, output: 7 },
      isEstimated: true,
    });
  });

  test.each<[string, Usage, object]>([
    ["more cached tokens than input", { cachedInputTokens: 90 }, { cached: 20 }],
    ["more parts than input", { cachedInputTokens: 15, cacheWriteTokens: 10 }, { cached: 15, cacheWrite: 5 }],
    ["more reasoning than output", { reasoningTokens: 11 }, { reasoning: 10 }],
    ["a negative part", { inputImageTokens: -3 }, {}],
  ])("are cut to their total, and estimated, if there are %s", (_name, parts, expected) => {
    expect(count({ inputTokens: 20, outputTokens: 10, ...parts })).toEqual({
      counts: { ...noTokens, input: 20, output: 10, ...expected },
      isEstimated: true,
    });
  });
});
