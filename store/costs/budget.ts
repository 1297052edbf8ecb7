import type { Environment } from "@/lib/environment";
import { AppError } from "@/lib/errors";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { budgetLevel } from "@/lib/prices/budget";
import { expectedCost } from "@/lib/prices/expected-cost";
import { sumRows } from "@/lib/prices/ledger";
import { addMoney } from "@/lib/prices/money";
import { type CalledModel, isFree } from "@/store/costs/called-model";
import { useCostSettings } from "@/store/costs/cost-settings";
import { type Ledger, ledger } from "@/store/costs/ledger";
import { useSpending } from "@/store/costs/spending";

type Clock = Pick<Environment, "now">;

/** Creates the checks of the month's budget over a ledger. */
export function createBudget({ readMonthOf }: Pick<Ledger, "readMonthOf">) {
  /** The replies that are being written. The ledger does not count them yet. */
  const underWay = new Set<CalledModel>();

  /** Checks the budget. Calls `onPassed` in the same task, so that no other check passes in between. */
  async function check(
    called: CalledModel,
    { sessionId, now, onPassed }: Clock & { readonly sessionId: string | undefined; readonly onPassed: () => void },
  ): Promise<void> {
    // If the code or the storage is out of reach, no budget is known either.
    await useCostSettings.whenRead().catch((thrown: unknown) => console.warn("Could not read the budget.", thrown));
    const { budget, prices } = useCostSettings.getState();
    if (!budget || isFree(called, prices)) return onPassed();
    if (sessionId !== undefined && useSpending.getState().useOnce(sessionId)) return onPassed();
    const { rows } = await readMonthOf(now());
    const paid = [...underWay].filter((each) => !isFree(each, prices));
    const { currency } = budget;
    const micros = paid.reduce((sum, each) => sum + expectedCost(rows, each, currency), 0);
    const level = budgetLevel(budget, addMoney(sumRows(rows).money, { currency, micros }));
    if (level === "over") throw new AppError("budget");
    onPassed();
  }

  return {
    /**
     * Throws `budget` if the month's budget is spent, the model costs money, and the chat has no permission to send once.
     * Background requests name no chat. Reads the ledger, so that the calls of all tabs count.
     */
    async refuseOverBudget(
      called: CalledModel,
      sessionId?: string,
      { now }: Clock = browserEnvironment,
    ): Promise<void> {
      await check(called, { sessionId, now, onPassed() {} });
    },
    /**
     * Checks the budget for a reply, and counts the reply with its expected cost until the returned function is called.
     * So several replies that begin at once cannot all pass on the same rest of the budget.
     */
    async reserveBudget(
      { model, providerName }: CalledModel,
      sessionId?: string,
      { now }: Clock = browserEnvironment,
    ): Promise<() => void> {
      const reply = { model, providerName };
      await check(reply, { sessionId, now, onPassed: () => void underWay.add(reply) });
      return () => void underWay.delete(reply);
    },
  };
}

export const { refuseOverBudget, reserveBudget } = createBudget(ledger);
