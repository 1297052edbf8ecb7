import type { Environment } from "@/lib/environment";
import { AppError } from "@/lib/errors";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { budgetLevel } from "@/lib/prices/budget";
import { sumRows } from "@/lib/prices/ledger";
import { useCostSettings } from "@/store/costs/cost-settings";
import { ledger } from "@/store/costs/ledger";
import { useSpending } from "@/store/costs/spending";

/**
 * Throws `budget` if the month's budget is spent and the chat has no permission to send once. Background requests name
 * no chat. Reads the ledger, so that the calls of all tabs count.
 */
export async function refuseOverBudget(
  sessionId?: string,
  { now }: Pick<Environment, "now"> = browserEnvironment,
): Promise<void> {
  await useCostSettings.whenRead();
  const { budget } = useCostSettings.getState();
  if (!budget) return;
  if (sessionId !== undefined && useSpending.getState().useOnce(sessionId)) return;
  const { rows } = await ledger.readMonthOf(now());
  if (budgetLevel(budget, sumRows(rows).money) === "over") throw new AppError("budget");
}
