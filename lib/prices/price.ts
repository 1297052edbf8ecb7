import { countNames, type TokenCounts } from "@/lib/prices/token-counts";

/** Kinds of tokens with a price. Without a price, a kind has that of all input or output tokens. */
export const priceKinds = countNames;
export type PriceKind = (typeof priceKinds)[number];

/** A price from a number of input tokens on, for all tokens of the call: `[tokens, price]`. */
export type PriceTier = readonly [start: number, price: number];

/** Prices of a model, in millionths of the currency per million tokens: a number, or a number with tiers. */
export type Price = Readonly<Partial<Record<PriceKind, number | readonly [base: number, ...tiers: PriceTier[]]>>>;

/** Maximum price: a thousand million of the currency for a million tokens. */
export const maxPrice = 1e15;

/** Millionths in one unit of a currency. */
export const microsPerUnit = 1_000_000;

/**
 * Returns the cost of a call in millionths of the currency; undefined if a kind of tokens has no price.
 *
 * The sum is exact and rounded once, half up.
 */
export function costOf(counts: TokenCounts, price: Price): number | undefined {
  const { input, cached, cacheWrite, inputAudio, inputImage, output, reasoning, outputAudio, outputImage } = counts;
  const parts: readonly (readonly [count: number, kind: PriceKind, fallback: "input" | "output"])[] = [
    [input - cached - cacheWrite - inputAudio - inputImage, "input", "input"],
    [cached, "cached", "input"],
    [cacheWrite, "cacheWrite", "input"],
    [inputAudio, "inputAudio", "input"],
    [inputImage, "inputImage", "input"],
    [output - reasoning - outputAudio - outputImage, "output", "output"],
    [reasoning, "reasoning", "output"],
    [outputAudio, "outputAudio", "output"],
    [outputImage, "outputImage", "output"],
  ];
  let sum = 0n;
  for (const [count, kind, fallback] of parts) {
    if (count <= 0) continue;
    const amount = amountAt(price[kind] ?? price[fallback], input);
    if (amount === undefined) return undefined;
    sum += BigInt(count) * BigInt(amount);
  }
  const micros = (sum + BigInt(microsPerUnit / 2)) / BigInt(microsPerUnit);
  return Math.min(Number(micros), Number.MAX_SAFE_INTEGER);
}

/** Returns a price at a number of input tokens. */
function amountAt(price: Price[PriceKind], input: number): number | undefined {
  if (price === undefined || typeof price === "number") return price;
  const [base, ...tiers] = price;
  return tiers.findLast(([start]) => input > start)?.[1] ?? base;
}
