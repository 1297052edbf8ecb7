import type { EndedCall, UsageRow } from "@/lib/server/usage/usage-store";

/** The sums of a row, under the names that the store uses. */
export interface RowAmounts {
  readonly requests: number;
  readonly input: number;
  readonly output: number;
  readonly cost: number;
  /** Calls whose cost is unknown, and calls with estimated tokens. */
  readonly unpriced: number;
  readonly estimated: number;
}

/** Name of the row of a code for models that have no row because there are too many. */
export const otherModels = "other";

const none: RowAmounts = { requests: 0, input: 0, output: 0, cost: 0, unpriced: 0, estimated: 0 };

/** Returns the amounts that a call adds to its row. */
export function rowAmountsOf(call: EndedCall): RowAmounts {
  return {
    requests: 1,
    input: call.inputTokens,
    output: call.outputTokens,
    cost: call.cost ?? 0,
    unpriced: call.cost === undefined ? 1 : 0,
    estimated: call.isEstimated ? 1 : 0,
  };
}

/** Returns the key of a row. */
export function rowKey({ code, model }: Pick<UsageRow, "code" | "model">): string {
  return JSON.stringify([code, model]);
}

/** Adds amounts to the row of a code and a model. Unknown names of amounts have no effect. */
export function addToRow(
  rows: Map<string, RowAmounts>,
  { code, model }: Pick<UsageRow, "code" | "model">,
  added: Readonly<Partial<Record<string, number>>>,
): void {
  const key = rowKey({ code, model });
  const known = rows.get(key) ?? none;
  const sums = Object.entries(known).map(([name, sum]) => [
    name,
    Math.min(sum + (added[name] ?? 0), Number.MAX_SAFE_INTEGER),
  ]);
  rows.set(key, Object.fromEntries(sums));
}

/** Returns a row from its key in `addToRow` and its sums. */
export function rowOf(day: string, key: string, amounts: RowAmounts): UsageRow {
  const [code = "", model = ""] = JSON.parse(key) as string[];
  return {
    day,
    code,
    model,
    requests: amounts.requests,
    inputTokens: amounts.input,
    outputTokens: amounts.output,
    cost: amounts.unpriced > 0 ? undefined : amounts.cost,
    isEstimated: amounts.estimated > 0,
  };
}
