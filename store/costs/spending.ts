import { create } from "zustand";
import type { Budget } from "@/lib/chat/budget";
import type { Project } from "@/lib/chat/project";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { budgetLevel } from "@/lib/prices/budget";
import { projectSums, sumRows } from "@/lib/prices/ledger";
import type { MoneyByCurrency } from "@/lib/prices/money";
import { useCostSettings } from "@/store/costs/cost-settings";
import { type Ledger, ledger } from "@/store/costs/ledger";

/** A call that was not made because of a budget: a message, or another reply, which `again` asks for. */
export type RefusedCall = { readonly kind: "message" } | { readonly kind: "reply"; readonly again: () => void };

interface SpendingStore {
  /** Money of the current month; undefined until it is read. */
  readonly spent: MoneyByCurrency | undefined;
  /** Money of the current month by project. */
  readonly spentByProject: ReadonlyMap<string, MoneyByCurrency>;
  /** Chats that may send once although the budget is spent. */
  readonly allowed: Readonly<Record<string, true>>;
  /** The last call of each chat, if it was not made because of a budget. */
  readonly refused: Readonly<Record<string, RefusedCall>>;
  /** Reads the month, and reads it again after each call of any tab. Returns the function that ends this. */
  follow(): () => void;
  /** Reads the current month again: another one may have begun. */
  read(): void;
  /** Notes that a call of a chat was not made because of a budget. */
  refuse(sessionId: string, call: RefusedCall): void;
  /** Removes the note of a refused call: the chat's next call was made. */
  forgetRefused(sessionId: string): void;
  /** Lets a chat send once although the budget is spent. */
  allowOnce(sessionId: string): void;
  /** Uses up the permission of a chat. Returns whether it had one. */
  useOnce(sessionId: string): boolean;
}

/** Creates the store of what is spent this month. */
export function createSpending(
  { readMonthOf, listen }: Pick<Ledger, "readMonthOf" | "listen">,
  { now }: { readonly now: () => number },
) {
  return create<SpendingStore>()((set, get) => {
    function read(): void {
      readMonthOf(now()).then(
        ({ rows }) => {
          const byProject = [...projectSums(rows)].map(([id, { money }]) => [id, money] as const);
          set({ spent: sumRows(rows).money, spentByProject: new Map(byProject) });
        },
        (thrown: unknown) => console.warn("Could not read what was spent.", thrown),
      );
    }
    return {
      spent: undefined,
      spentByProject: new Map(),
      allowed: {},
      refused: {},
      read,
      follow() {
        read();
        return listen(read);
      },
      refuse(sessionId, call) {
        set(({ refused }) => ({ refused: { ...refused, [sessionId]: call } }));
      },
      forgetRefused(sessionId) {
        if (!get().refused[sessionId]) return;
        set(({ refused: { [sessionId]: _made, ...refused } }) => ({ refused }));
      },
      allowOnce(sessionId) {
        set(({ allowed, refused: { [sessionId]: _before, ...refused } }) => ({
          allowed: { ...allowed, [sessionId]: true },
          refused,
        }));
      },
      useOnce(sessionId) {
        const { [sessionId]: isAllowed = false, ...allowed } = get().allowed;
        if (isAllowed) set({ allowed });
        return isAllowed;
      },
    };
  });
}

export const useSpending = createSpending(ledger, browserEnvironment);

/** Whether the month's budget or that of a project is spent, as far as this tab has read the ledger. */
export function isBudgetSpent(project: Pick<Project, "id" | "budget"> | undefined): boolean {
  const { spent, spentByProject } = useSpending.getState();
  const isOver = (budget: Budget | undefined, money: MoneyByCurrency) =>
    budget !== undefined && budgetLevel(budget, money) === "over";
  if (!spent) return false;
  const { budget } = useCostSettings.getState();
  return isOver(budget, spent) || isOver(project?.budget, spentByProject.get(project?.id ?? "") ?? {});
}
