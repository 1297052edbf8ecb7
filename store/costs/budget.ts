import type { Budget } from "@/lib/chat/budget";
import type { Project } from "@/lib/chat/project";
import type { Environment } from "@/lib/environment";
import { AppError } from "@/lib/errors";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { budgetLevel } from "@/lib/prices/budget";
import { expectedCost } from "@/lib/prices/expected-cost";
import { type LedgerRow, projectSums, sumRows } from "@/lib/prices/ledger";
import { addMoney } from "@/lib/prices/money";
import { type CalledModel, isFree } from "@/store/costs/called-model";
import { useCostSettings } from "@/store/costs/cost-settings";
import { type Ledger, ledger } from "@/store/costs/ledger";
import { useSpending } from "@/store/costs/spending";

/** The chat of a call. */
interface BudgetedChat {
  /** The chat that may have permission to send once; absent for background requests. */
  readonly sessionId?: string;
  readonly project?: Pick<Project, "id" | "budget"> | undefined;
}

type Clock = Pick<Environment, "now">;

/** A reply that is being written. */
interface ReplyUnderWay {
  readonly called: CalledModel;
  readonly projectId: string | undefined;
}

/** Creates the checks of the budgets over a ledger. */
export function createBudget({ readMonthOf }: Pick<Ledger, "readMonthOf">) {
  /** The ledger does not count them yet. */
  const underWay = new Set<ReplyUnderWay>();

  /** Checks the budgets. Calls `onPassed` in the same task, so that no other check passes in between. */
  async function check(
    called: CalledModel,
    { sessionId, project }: BudgetedChat,
    { now }: Clock,
    onPassed: () => void,
  ): Promise<void> {
    // If the code or the storage is out of reach, no budget is known either.
    await useCostSettings.whenRead().catch((thrown: unknown) => console.warn("Could not read the budget.", thrown));
    const { budget, prices } = useCostSettings.getState();
    if ((!budget && !project?.budget) || isFree(called, prices)) return onPassed();
    if (sessionId !== undefined && useSpending.getState().useOnce(sessionId)) return onPassed();
    const { rows } = await readMonthOf(now());
    const paid = [...underWay].filter((each) => !isFree(each.called, prices));
    const ofProject = paid.filter(({ projectId }) => projectId === project?.id);
    const spentByProject = project && projectSums(rows).get(project.id)?.money;
    if (
      isOver(budget, sumRows(rows).money, rows, paid) ||
      isOver(project?.budget, spentByProject ?? {}, rows, ofProject)
    ) {
      throw new AppError("budget");
    }
    onPassed();
  }

  return {
    /**
     * Throws `budget` if the month's budget or that of the chat's project is spent, the model costs money, and the chat has
     * no permission to send once. Reads the ledger, so that the calls of all tabs count.
     */
    async refuseOverBudget(
      called: CalledModel,
      chat: BudgetedChat = {},
      clock: Clock = browserEnvironment,
    ): Promise<void> {
      await check(called, chat, clock, () => {});
    },
    /**
     * Checks the budgets for a reply, and counts the reply with its expected cost until the returned function is called.
     * So several replies that begin at once cannot all pass on the same rest of a budget.
     */
    async reserveBudget(
      { model, providerName }: CalledModel,
      chat: BudgetedChat = {},
      clock: Clock = browserEnvironment,
    ): Promise<() => void> {
      const reply = { called: { model, providerName }, projectId: chat.project?.id };
      await check(reply.called, chat, clock, () => void underWay.add(reply));
      if (chat.sessionId !== undefined) useSpending.getState().forgetRefused(chat.sessionId);
      return () => void underWay.delete(reply);
    },
  };
}

/** Whether a budget is spent by what was spent and by the expected cost of replies that are being written. */
function isOver(
  budget: Budget | undefined,
  spent: Readonly<Record<string, number>>,
  rows: readonly LedgerRow[],
  replies: readonly ReplyUnderWay[],
): boolean {
  if (!budget) return false;
  const { currency } = budget;
  const micros = replies.reduce((sum, { called }) => sum + expectedCost(rows, called, currency), 0);
  return budgetLevel(budget, addMoney(spent, { currency, micros })) === "over";
}

export const { refuseOverBudget, reserveBudget } = createBudget(ledger);
