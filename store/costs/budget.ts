import type { Project } from "@/lib/chat/project";
import type { Environment } from "@/lib/environment";
import { AppError } from "@/lib/errors";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { budgetLevel } from "@/lib/prices/budget";
import { projectSums, sumRows } from "@/lib/prices/ledger";
import { type CalledModel, isFree } from "@/store/costs/called-model";
import { useCostSettings } from "@/store/costs/cost-settings";
import { ledger } from "@/store/costs/ledger";
import { useSpending } from "@/store/costs/spending";

/** The chat of a call. */
interface BudgetedChat {
  /** The chat that may have permission to send once; absent for background requests. */
  readonly sessionId?: string;
  readonly project?: Pick<Project, "id" | "budget"> | undefined;
}

/**
 * Throws `budget` if the month's budget or that of the chat's project is spent, the model costs money, and the chat has
 * no permission to send once. Reads the ledger, so that the calls of all tabs count.
 */
export async function refuseOverBudget(
  called: CalledModel,
  { sessionId, project }: BudgetedChat = {},
  { now }: Pick<Environment, "now"> = browserEnvironment,
): Promise<void> {
  // If the code or the storage is out of reach, no budget is known either.
  await useCostSettings.whenRead().catch((thrown: unknown) => console.warn("Could not read the budget.", thrown));
  const { budget, prices } = useCostSettings.getState();
  if ((!budget && !project?.budget) || isFree(called, prices)) return;
  if (sessionId !== undefined && useSpending.getState().useOnce(sessionId)) return;
  const { rows } = await ledger.readMonthOf(now());
  const isOver = budget && budgetLevel(budget, sumRows(rows).money) === "over";
  const spentByProject = project && projectSums(rows).get(project.id)?.money;
  if (isOver || (project?.budget && budgetLevel(project.budget, spentByProject ?? {}) === "over")) {
    throw new AppError("budget");
  }
}
