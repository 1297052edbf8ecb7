import type { Usage } from "@/lib/chat/message";

/** Token counts of a call. `input` and `output` are totals; the other counts are parts of them. */
export interface TokenCounts {
  readonly input: number;
  readonly cached: number;
  readonly cacheWrite: number;
  readonly inputAudio: number;
  readonly inputImage: number;
  readonly output: number;
  readonly reasoning: number;
  readonly outputAudio: number;
  readonly outputImage: number;
}

/** The counts that can be added up, in the order of the ledger. */
export const countNames = [
  "input",
  "cached",
  "cacheWrite",
  "inputAudio",
  "inputImage",
  "output",
  "reasoning",
  "outputAudio",
  "outputImage",
] as const satisfies readonly (keyof TokenCounts)[];

export const noTokens: TokenCounts = Object.fromEntries(countNames.map((name) => [name, 0])) as Record<
  keyof TokenCounts,
  number
>;

/** An ended call: the provider's usage, and our estimate of what was sent and received. */
export interface CountedCall {
  readonly usage?: Usage | undefined;
  readonly estimate: { readonly input: number; readonly output: number };
  /** Whether the provider has finished the reply. The usage of an interrupted reply may only cover its start. */
  readonly isComplete: boolean;
}

/** Maximum count of a call that is believed. No model reads or writes as much. */
const maxTokens = 1_000_000_000;

/**
 * Returns the token counts of a call, and whether any of them is an estimate.
 *
 * A count is ignored if it is negative, larger than any call, or zero although text was sent or received. A part that is
 * larger than its total is cut to it.
 */
export function countTokens({ usage = {}, estimate, isComplete }: CountedCall): {
  readonly counts: TokenCounts;
  readonly isEstimated: boolean;
} {
  let isEstimated = false;
  function part(value: number | undefined, room: number): number {
    const count = believed(value) ?? 0;
    if ((value !== undefined && count !== Math.round(value)) || count > room) isEstimated = true;
    return Math.min(count, room);
  }

  const expected = { input: rounded(estimate.input), output: rounded(estimate.output) };
  const total = believed(usage.totalTokens);
  const reportedInput = unlessZero(believed(usage.inputTokens), expected.input);
  const reportedOutput = unlessZero(believed(usage.outputTokens), expected.output);
  const input = reportedInput ?? difference(total, reportedOutput) ?? expected.input;
  let output = reportedOutput ?? difference(total, reportedInput) ?? expected.output;
  if (reportedInput === undefined || reportedOutput === undefined) isEstimated = true;
  if (!isComplete) {
    output = Math.max(output, expected.output);
    isEstimated = true;
  }
  const cached = part(usage.cachedInputTokens, input);
  const cacheWrite = part(usage.cacheWriteTokens, input - cached);
  const inputAudio = part(usage.inputAudioTokens, input - cached - cacheWrite);
  const inputImage = part(usage.inputImageTokens, input - cached - cacheWrite - inputAudio);
  const reasoning = part(usage.reasoningTokens, output);
  const outputAudio = part(usage.outputAudioTokens, output - reasoning);
  const outputImage = part(usage.outputImageTokens, output - reasoning - outputAudio);
  const counts = { input, cached, cacheWrite, inputAudio, inputImage, output, reasoning, outputAudio, outputImage };
  return { counts, isEstimated };
}

/** Returns the sum of two counts. */
export function addCounts(one: TokenCounts, other: TokenCounts): TokenCounts {
  return Object.fromEntries(countNames.map((name) => [name, one[name] + other[name]])) as Record<
    keyof TokenCounts,
    number
  >;
}

function believed(value: number | undefined): number | undefined {
  return typeof value === "number" && value >= 0 && value <= maxTokens ? Math.round(value) : undefined;
}

/** A count of zero contradicts text that was sent or received. */
function unlessZero(count: number | undefined, expected: number): number | undefined {
  return count === 0 && expected > 0 ? undefined : count;
}

function difference(total: number | undefined, known: number | undefined): number | undefined {
  return total === undefined || known === undefined || total <= known ? undefined : total - known;
}

function rounded(estimate: number): number {
  return believed(estimate) ?? 0;
}
