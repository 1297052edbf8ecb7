import { recordOf } from "@/lib/json";

/** A limit of money for each month. */
export interface Budget {
  /** ISO 4217 code. */
  readonly currency: string;
  /** Millionths of the currency. With zero, only calls that are free are sent. */
  readonly micros: number;
}

/** Returns a stored budget; undefined if it has no valid amount and currency. */
export function readBudget(stored: unknown): Budget | undefined {
  const { currency, micros } = recordOf(stored);
  if (typeof currency !== "string" || !/^[A-Z]{3}$/.test(currency)) return undefined;
  return Number.isSafeInteger(micros) && Number(micros) >= 0 ? { currency, micros: Number(micros) } : undefined;
}
