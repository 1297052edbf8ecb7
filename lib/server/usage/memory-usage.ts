import { createCodeUse } from "@/lib/server/codes/code-use";
import { calendarDay, dayText } from "@/lib/server/usage/calendar";
import { MemoryAmounts, MemoryRows } from "@/lib/server/usage/memory-amounts";
import { MemoryRevocations, MemorySlots } from "@/lib/server/usage/memory-calls";
import type { CountedLimits, RefusedCall, UsageRefusal, UsageStore, UsedAmounts } from "@/lib/server/usage/usage-store";

/** Seconds after which a caller may ask again whether another reply has ended. */
const retryReplySeconds = 5;

/**
 * Creates a store in the memory of this process. Other instances count separately, and a restart begins new counts.
 *
 * @param now time in milliseconds since 1970
 */
export function memoryUsage(now: () => number, newId: () => string): UsageStore {
  const use = createCodeUse(now);
  const amounts = new MemoryAmounts(now);
  const rows = new MemoryRows();
  const slots = new MemorySlots();
  const revocations = new MemoryRevocations(now);

  return {
    kind: "memory",

    async admit(code, limits, expected) {
      const { perMinute, atOnce } = limits;
      if (revocations.has(code)) return { refused: "revoked", retryAfterSeconds: undefined };
      const used = amounts.used(code);
      const spent = refusedFor(used, limits);
      if (spent) return spent;
      const callId = newId();
      if (atOnce !== undefined) {
        const release = use.begin(code, atOnce);
        if (release === undefined) return { refused: "at-once", retryAfterSeconds: retryReplySeconds };
        slots.add(callId, release);
      }
      const retryAfterSeconds = perMinute === undefined ? 0 : use.waitSeconds(code, perMinute);
      if (retryAfterSeconds > 0) {
        slots.end(callId);
        return { refused: "per-minute", retryAfterSeconds };
      }
      const callsLeft = perMinute === undefined ? undefined : Math.max(0, perMinute - use.callsInMinute(code));
      const period = { day: dayText(calendarDay(used.now).day), callId };
      if (expected) amounts.add(code, period, expected);
      return { period, callsLeft, used };
    },
    async reserve(code, period, reserved, limits) {
      const spent = refusedFor(amounts.used(code), limits);
      if (spent) return spent;
      amounts.add(code, period, reserved);
      return undefined;
    },
    // Slots of this process need no renewal.
    async keepCalls() {},
    async releaseCall(code, period, { tokens, money }) {
      const isEnded = slots.end(period.callId);
      if (isEnded && (tokens !== 0 || money !== 0)) amounts.add(code, period, { tokens: -tokens, money: -money });
    },
    async endCall(call) {
      const { code, period, reserved, inputTokens, outputTokens, cost = 0 } = call;
      if (!slots.end(period.callId)) return;
      const tokens = inputTokens + outputTokens - reserved.tokens;
      amounts.add(code, period, { tokens, money: cost - reserved.money });
      rows.add(call);
    },
    used: async (code) => amounts.used(code),
    readUsage: async (days) => rows.read(days),
    revoke: async (code, until) => revocations.revoke(code, until),
    restore: async (code) => revocations.restore(code),
    isRevoked: async (code) => revocations.has(code),
    listRevoked: async () => revocations.list(),
    check: async () => {},
    close: async () => {},
  };
}

function refusedFor(used: UsedAmounts, limits: CountedLimits): RefusedCall | undefined {
  const refused = spentLimit(used, limits);
  if (refused === undefined) return undefined;
  const ends = refused === "tokens-day" ? used.dayEnds : used.monthEnds;
  return { refused, retryAfterSeconds: Math.max(1, Math.ceil((ends - used.now) / 1000)) };
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
