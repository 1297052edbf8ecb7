import { type CodeUse, createCodeUse } from "@/lib/server/codes/code-use";
import {
  type CalendarDay,
  calendarDay,
  dayMs,
  dayOfText,
  daysBetween,
  dayText,
  monthEnd,
} from "@/lib/server/usage/calendar";
import { addToRow, otherModels, type RowAmounts, rowAmountsOf, rowKey, rowOf } from "@/lib/server/usage/usage-rows";
import {
  type CallAmounts,
  type CallPeriod,
  type CountedLimits,
  maxUsageDays,
  type RevokedCode,
  type UsageRefusal,
  type UsageStore,
  type UsedAmounts,
} from "@/lib/server/usage/usage-store";

/** Seconds after which a caller may ask again whether another reply has ended. */
const retryReplySeconds = 5;

/** Maximum number of codes with amounts, and of rows per day. Further codes replace the least recently used ones. */
const maxCodes = 100_000;
const maxRows = 20_000;

/** Maximum number of ended calls whose ids are remembered. */
const maxEnded = 10_000;

interface Amounts extends CalendarDay {
  readonly dayTokens: number;
  readonly monthTokens: number;
  readonly money: number;
}

/**
 * Creates a store in the memory of this process. Other instances count separately, and a restart begins new counts.
 *
 * @param now time in milliseconds since 1970
 */
export function memoryUsage(now: () => number, newId: () => string): UsageStore {
  const use: CodeUse = createCodeUse(now);
  const amountsByCode = new Map<string, Amounts>();
  const rowsByDay = new Map<string, Map<string, RowAmounts>>();
  const revoked = new Map<string, RevokedCode>();
  const slots = new Map<string, () => void>();
  const ended = new Set<string>();

  function amountsOf(code: string): Amounts {
    const today = calendarDay(now());
    const known = amountsByCode.get(code);
    if (known === undefined) return { ...today, dayTokens: 0, monthTokens: 0, money: 0 };
    const { day, month, dayTokens, monthTokens, money } = known;
    return {
      ...today,
      dayTokens: day === today.day ? dayTokens : 0,
      monthTokens: month === today.month ? monthTokens : 0,
      money: month === today.month ? money : 0,
    };
  }

  function add(code: string, period: CallPeriod, { tokens, money }: CallAmounts): void {
    const known = amountsOf(code);
    const { day, month } = dayOfText(period.day);
    const changed = (sum: number, by: number, isCurrent: boolean) =>
      isCurrent ? Math.min(Math.max(0, sum + by), Number.MAX_SAFE_INTEGER) : sum;
    amountsByCode.delete(code);
    amountsByCode.set(code, {
      ...known,
      dayTokens: changed(known.dayTokens, tokens, day === known.day),
      monthTokens: changed(known.monthTokens, tokens, month === known.month),
      money: changed(known.money, money, month === known.month),
    });
    if (amountsByCode.size > maxCodes) amountsByCode.delete(amountsByCode.keys().next().value ?? "");
  }

  function isRevokedNow(code: string): boolean {
    const until = revoked.get(code)?.until;
    return revoked.has(code) && (until === undefined || 1000 * until > now());
  }

  function usedOf(code: string): UsedAmounts {
    const { day, month, dayTokens, monthTokens, money } = amountsOf(code);
    return {
      tokensToday: dayTokens,
      tokensThisMonth: monthTokens,
      moneyThisMonth: money,
      dayEnds: dayMs * (day + 1),
      monthEnds: monthEnd(month),
      now: now(),
    };
  }

  /** Releases the slot of a call. Returns false if the call has ended before. */
  function end(callId: string): boolean {
    if (ended.has(callId)) return false;
    ended.add(callId);
    if (ended.size > maxEnded) ended.delete(ended.keys().next().value ?? "");
    slots.get(callId)?.();
    slots.delete(callId);
    return true;
  }

  function refusedFor(refused: UsageRefusal, used: UsedAmounts) {
    const ends = refused === "tokens-day" ? used.dayEnds : used.monthEnds;
    return { refused, retryAfterSeconds: Math.max(1, Math.ceil((ends - used.now) / 1000)) };
  }

  return {
    kind: "memory",

    async admit(code, limits) {
      const { perMinute, atOnce } = limits;
      if (isRevokedNow(code)) return { refused: "revoked", retryAfterSeconds: undefined };
      const used = usedOf(code);
      const spent = spentLimit(used, limits);
      if (spent) return refusedFor(spent, used);
      const callId = newId();
      if (atOnce !== undefined) {
        const release = use.begin(code, atOnce);
        if (release === undefined) return { refused: "at-once", retryAfterSeconds: retryReplySeconds };
        slots.set(callId, release);
      }
      const retryAfterSeconds = perMinute === undefined ? 0 : use.waitSeconds(code, perMinute);
      if (retryAfterSeconds > 0) {
        end(callId);
        return { refused: "per-minute", retryAfterSeconds };
      }
      const callsLeft = perMinute === undefined ? undefined : Math.max(0, perMinute - use.callsInMinute(code));
      return { period: { day: dayText(calendarDay(used.now).day), callId }, callsLeft, used };
    },

    async reserve(code, period, amounts, limits) {
      const used = usedOf(code);
      const spent = spentLimit(used, limits);
      if (spent) return refusedFor(spent, used);
      add(code, period, amounts);
      return undefined;
    },

    // Slots of this process need no renewal.
    async keepCalls() {},

    async releaseCall(code, period, { tokens, money }) {
      if (end(period.callId) && (tokens !== 0 || money !== 0)) add(code, period, { tokens: -tokens, money: -money });
    },

    async endCall(call) {
      const { code, period, model, reserved, inputTokens, outputTokens, cost = 0 } = call;
      if (!end(period.callId)) return;
      add(code, period, { tokens: inputTokens + outputTokens - reserved.tokens, money: cost - reserved.money });
      const rows = rowsByDay.get(period.day) ?? new Map<string, RowAmounts>();
      rowsByDay.set(period.day, rows);
      const hasRow = rows.size < maxRows || rows.has(rowKey({ code, model }));
      addToRow(rows, { code, model: hasRow ? model : otherModels }, { ...rowAmountsOf(call) });
      if (rowsByDay.size > maxUsageDays) rowsByDay.delete(rowsByDay.keys().next().value ?? "");
    },

    used: async (code) => usedOf(code),

    async readUsage(days) {
      return daysBetween(days, maxUsageDays).flatMap((day) =>
        [...(rowsByDay.get(day) ?? [])].map(([key, amounts]) => rowOf(day, key, amounts)),
      );
    },

    async revoke(code, until) {
      revoked.set(code, { code, since: now(), ...(until === undefined ? {} : { until }) });
    },

    async restore(code) {
      revoked.delete(code);
    },

    isRevoked: async (code) => isRevokedNow(code),
    listRevoked: async () => [...revoked.values()].filter(({ code }) => isRevokedNow(code)),
    check: async () => {},
    close: async () => {},
  };
}

/** Returns the limit that is used up; undefined if amounts are left. */
function spentLimit(used: UsedAmounts, limits: CountedLimits): UsageRefusal | undefined {
  const { tokensPerDay, tokensPerMonth, moneyPerMonth } = limits;
  const micros = moneyPerMonth === undefined ? undefined : Math.round(1e6 * moneyPerMonth);
  if (micros !== undefined && used.moneyThisMonth >= micros) return "money-month";
  if (tokensPerMonth !== undefined && used.tokensThisMonth >= tokensPerMonth) return "tokens-month";
  if (tokensPerDay !== undefined && used.tokensToday >= tokensPerDay) return "tokens-day";
  return undefined;
}
