import { create } from "zustand";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { projectSums, sumRows } from "@/lib/prices/ledger";
import type { MoneyByCurrency } from "@/lib/prices/money";
import { type Ledger, ledger } from "@/store/costs/ledger";

interface SpendingStore {
  /** Money of the current month; undefined until it is read. */
  readonly spent: MoneyByCurrency | undefined;
  /** Money of the current month by project. */
  readonly spentByProject: ReadonlyMap<string, MoneyByCurrency>;
  /** Chats that may send once although the budget is spent. */
  readonly allowed: Readonly<Record<string, true>>;
  /** Reads the month, and reads it again after each call of any tab. Returns the function that ends this. */
  follow(): () => void;
  /** Reads the current month again: another one may have begun. */
  read(): void;
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
      read,
      follow() {
        read();
        return listen(read);
      },
      allowOnce(sessionId) {
        set(({ allowed }) => ({ allowed: { ...allowed, [sessionId]: true } }));
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
