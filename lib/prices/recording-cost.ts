import type { TranscriptionUsage } from "@/lib/chat/transcription-usage";
import { type CallCost, costOfCall, type PriceBook } from "@/lib/prices/call-cost";
import { ownPriceOf } from "@/lib/prices/own-prices";
import { isCurrent, type PricedModel, unitPriceInTable } from "@/lib/prices/price-table";
import { noTokens } from "@/lib/prices/token-counts";

/** A transcribed recording: the provider's usage, and the measured length. */
export interface TranscribedRecording {
  readonly usage?: TranscriptionUsage | undefined;
  /** Seconds. Without them, only a reported length counts. */
  readonly measured?: number | undefined;
}

const secondsPerHour = 3600;
/** Maximum length of a recording that is believed, in seconds. */
const maxSeconds = 24 * secondsPerHour;

/**
 * Returns the tokens and the cost of a transcription, by its reported tokens or by the price of an hour. With a measured
 * length the cost is `about`.
 */
export function costOfRecording(
  model: PricedModel,
  { usage, measured }: TranscribedRecording,
  book: PriceBook,
): CallCost {
  if (usage?.tokens) {
    return costOfCall(model, { usage: usage.tokens, estimate: { input: 0, output: 0 }, isComplete: true }, book);
  }
  const { table, own } = book;
  // Own prices are prices of tokens.
  const hour = table && !ownPriceOf(own, model) ? unitPriceInTable(table, model, "hour") : undefined;
  const seconds = usage?.seconds ?? measured;
  const isLength = seconds !== undefined && seconds >= 0 && seconds <= maxSeconds;
  if (!table || hour === undefined || !isLength) return { counts: noTokens, cost: { kind: "unknown" } };
  const micros = Math.round((hour * seconds) / secondsPerHour);
  const isAbout = usage?.seconds === undefined || !isCurrent(table, model.at);
  return { counts: noTokens, cost: { kind: isAbout ? "about" : "exact", currency: table.currency, micros } };
}
