import { type CalendarDay, calendarDay, dayMs, dayOfText, daysBetween, monthEnd } from "@/lib/server/usage/calendar";
import { addToRow, otherModels, type RowAmounts, rowAmountsOf, rowKey, rowOf } from "@/lib/server/usage/usage-rows";
import {
  type CallAmounts,
  type CallPeriod,
  type EndedCall,
  maxUsageDays,
  type UsageRow,
  type UsedAmounts,
} from "@/lib/server/usage/usage-store";

/** Maximum number of codes with amounts, and of rows per day. Further codes replace the least recently used ones. */
const maxCodes = 100_000;
const maxRows = 20_000;

interface Amounts extends CalendarDay {
  readonly dayTokens: number;
  readonly monthTokens: number;
  readonly money: number;
}

/** The amounts that codes have used on the current day and in the current month. */
export class MemoryAmounts {
  private readonly now: () => number;
  private readonly byCode = new Map<string, Amounts>();

  constructor(now: () => number) {
    this.now = now;
  }

  private amountsOf(code: string): Amounts {
    const today = calendarDay(this.now());
    const known = this.byCode.get(code);
    if (known === undefined) return { ...today, dayTokens: 0, monthTokens: 0, money: 0 };
    const { day, month, dayTokens, monthTokens, money } = known;
    return {
      ...today,
      dayTokens: day === today.day ? dayTokens : 0,
      monthTokens: month === today.month ? monthTokens : 0,
      money: month === today.month ? money : 0,
    };
  }

  used(code: string): UsedAmounts {
    const { day, month, dayTokens, monthTokens, money } = this.amountsOf(code);
    return {
      tokensToday: dayTokens,
      tokensThisMonth: monthTokens,
      moneyThisMonth: money,
      dayEnds: dayMs * (day + 1),
      monthEnds: monthEnd(month),
      now: this.now(),
    };
  }

  add(code: string, period: CallPeriod, { tokens, money }: CallAmounts): void {
    const known = this.amountsOf(code);
    const { day, month } = dayOfText(period.day);
    const changed = (sum: number, by: number, isCurrent: boolean) =>
      isCurrent ? Math.min(Math.max(0, sum + by), Number.MAX_SAFE_INTEGER) : sum;
    this.byCode.delete(code);
    this.byCode.set(code, {
      ...known,
      dayTokens: changed(known.dayTokens, tokens, day === known.day),
      monthTokens: changed(known.monthTokens, tokens, month === known.month),
      money: changed(known.money, money, month === known.month),
    });
    if (this.byCode.size > maxCodes) this.byCode.delete(this.byCode.keys().next().value ?? "");
  }
}

/** The usage of codes and models by day. */
export class MemoryRows {
  private readonly byDay = new Map<string, Map<string, RowAmounts>>();

  add(call: EndedCall): void {
    const { code, period, model } = call;
    const rows = this.byDay.get(period.day) ?? new Map<string, RowAmounts>();
    this.byDay.set(period.day, rows);
    const hasRow = rows.size < maxRows || rows.has(rowKey({ code, model }));
    addToRow(rows, { code, model: hasRow ? model : otherModels }, { ...rowAmountsOf(call) });
    if (this.byDay.size > maxUsageDays) this.byDay.delete(this.byDay.keys().next().value ?? "");
  }

  read(days: { readonly from: string; readonly to: string }): UsageRow[] {
    return daysBetween(days, maxUsageDays).flatMap((day) =>
      [...(this.byDay.get(day) ?? [])].map(([key, amounts]) => rowOf(day, key, amounts)),
    );
  }
}
