import { recordOf } from "@/lib/json";
import type { Money, MoneyByCurrency } from "@/lib/prices/money";
import { isCurrency } from "@/lib/prices/own-prices";

/** Share of a budget from which a warning is displayed, in percent. */
export const warnedPercent = 80;

/** State of a budget: `near` from 80 % of it, `over` from 100 %. */
export type BudgetLevel = "under" | "near" | "over";

/** Returns the level of a month's budget. Only money of its currency counts. */
export function budgetLevel({ currency, micros }: Money, spent: MoneyByCurrency): BudgetLevel {
  const sum = spent[currency] ?? 0;
  if (sum >= micros) return "over";
  return sum / micros >= warnedPercent / 100 ? "near" : "under";
}

/** Returns a stored budget; undefined if it has no valid amount and currency. */
export function readBudget(stored: unknown): Money | undefined {
  const { currency, micros } = recordOf(stored);
  if (!isCurrency(currency) || !Number.isSafeInteger(micros) || Number(micros) <= 0) return undefined;
  return { currency, micros: Number(micros) };
}
