import type { Environment } from "@/lib/environment";
import { AppError } from "@/lib/errors";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { budgetLevel } from "@/lib/prices/budget";
import { sumRows } from "@/lib/prices/ledger";
import { type CalledModel, isFree } from "@/store/costs/called-model";
import { useCostSettings } from "@/store/costs/cost-settings";
import { ledger } from "@/store/costs/ledger";
import { useSpending } from "@/store/costs/spending";

/**
 * Throws `budget` if the month's budget is spent, the model costs money, and the chat has no permission to send once.
 * Background requests name no chat. Reads the ledger, so that the calls of all tabs count.
 */
export async function refuseOverBudget(
  called: CalledModel,
  sessionId?: string,
  { now }: Pick<Environment, "now"> = browserEnvironment,
): Promise<void> {
  // If the code or the storage is out of reach, no budget is known either.
  await useCostSettings.whenRead().catch((thrown: unknown) => console.warn("Could not read the budget.", thrown));
  const { budget, prices } = useCostSettings.getState();
  if (!budget || isFree(called, prices)) return;
  if (sessionId !== undefined && useSpending.getState().useOnce(sessionId)) return;
  const { rows } = await ledger.readMonthOf(now());
  if (budgetLevel(budget, sumRows(rows).money) === "over") throw new AppError("budget");
}
