import type { Budget } from "@/lib/chat/budget";
import type { MoneyByCurrency } from "@/lib/prices/money";

/** Share of a budget from which a warning is displayed, in percent. */
export const warnedPercent = 80;

/** State of a budget: `near` from 80 % of it, `over` from 100 %. */
export type BudgetLevel = "under" | "near" | "over";

/** Returns the level of a month's budget. Only money of its currency counts. */
export function budgetLevel({ currency, micros }: Budget, spent: MoneyByCurrency): BudgetLevel {
  const sum = spent[currency] ?? 0;
  if (sum >= micros) return "over";
  return sum / micros >= warnedPercent / 100 ? "near" : "under";
}
