import type { Environment } from "@/lib/environment";
import type { AppError } from "@/lib/errors";
import type { CodeRights } from "@/lib/server/codes/code-rights";
import type { ValidCode } from "@/lib/server/codes/find-code";
import { type Refusal, refuse } from "@/lib/server/error-response";
import { memoryUsage } from "@/lib/server/usage/memory-usage";
import { rateHeaders } from "@/lib/server/usage/rate-headers";
import { createSlotKeeper } from "@/lib/server/usage/slot-keeper";
import type {
  Admission,
  CallAmounts,
  CallPeriod,
  CountedLimits,
  RefusedCall,
  UsageRefusal,
  UsageStore,
  UsedAmounts,
} from "@/lib/server/usage/usage-store";

/** The operator's choice for calls while the store is unreachable. */
export type WithoutStore = "open" | "closed" | "default";

/** A call of a code that has been admitted. */
export interface CountedCall {
  /** Whether the tokens of the call are counted. */
  readonly isMetered: boolean;
  /** Headers for the response, with what is left of the limits. */
  readonly headers: Readonly<Record<string, string>>;
  /** Limits of tokens and money that apply to the call. */
  readonly limits: CountedLimits;
  /** Reserves the expected amounts. Throws a refusal if the amounts of the code are used up. */
  reserve(amounts: CallAmounts): Promise<void>;
  /** Ends the call without usage. */
  release(): Promise<void>;
  /** Ends the call and records its usage. */
  end(usage: CallUsage): Promise<void>;
}

/** The usage of a call. */
export interface CallUsage {
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Cost in millionths of the operator's currency; undefined if the model has no price. */
  readonly cost: number | undefined;
  readonly isEstimated: boolean;
}

/** Who pays for a call: the operator, or the caller with an own key. */
export type Payer = "operator" | "caller";

/** Limits of codes, with the operator's store. */
export interface UsageLimits {
  /** Returns the store; one in memory if none is configured. */
  store(): Promise<UsageStore>;
  /**
   * Checks and counts a call. Throws a refusal. A caller with an own key is not limited in tokens and money.
   *
   * @param code undefined if the server needs no code
   */
  admit(code: ValidCode | undefined, payer: Payer): Promise<CountedCall>;
  /** Whether a code is known as revoked. False if the store is unreachable and the code was not seen before. */
  isRevoked(id: string): Promise<boolean>;
  /** Returns the amounts of a code; undefined if the store is unreachable. */
  used(code: ValidCode): Promise<UsedAmounts | undefined>;
}

interface LimitsParts {
  /** Opens the configured store; absent without one. */
  readonly open?: (() => Promise<UsageStore>) | undefined;
  readonly withoutStore: WithoutStore;
  readonly env: Pick<Environment, "now" | "newId" | "delay">;
  log(line: string): void;
}

/** Maximum time that a caller waits for the store, in milliseconds. */
const maxWaitMs = 200;

/** Seconds after which a caller may try again while the store is unreachable. */
const retryStoreSeconds = 10;

/** Minimum time between two log lines about failures, in milliseconds. */
const logMs = 60_000;

/** Waiting times before a record is sent again, in milliseconds. */
const retryMs: readonly number[] = [500, 1000, 2000, 5000, 10_000, 30_000, 60_000, 120_000, 300_000];

/** Maximum number of records that wait to be sent again. */
const maxUnsent = 2000;

/** Maximum number of revoked codes that are remembered for times without a store. */
const maxRevoked = 10_000;

/** Id in counts of calls without a code, on a server that needs none. */
const withoutCode = "no code";

const refusalByReason: Readonly<Record<UsageRefusal, Refusal>> = {
  revoked: "code-revoked",
  "per-minute": "code-per-minute",
  "at-once": "code-at-once",
  "tokens-day": "code-tokens-day",
  "tokens-month": "code-tokens-month",
  "money-month": "code-money",
};

const nothing: CallAmounts = { tokens: 0, money: 0 };

/** Creates the limits. The store is opened by the first call that needs it. */
export function createUsageLimits({ open, withoutStore, env, log }: LimitsParts): UsageLimits {
  const own = memoryUsage(env.now, env.newId);
  let opened: Promise<UsageStore> | undefined;
  const store = () => (opened ??= open ? open() : Promise.resolve(own));
  const revoked = new Set<string>();
  const keeper = createSlotKeeper(store, env);
  let unsent = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;

  /** Logs a failure, without its details: they may quote a code. */
  function logFailure(thrown: unknown): void {
    if (env.now() - loggedAt < logMs) return;
    loggedAt = env.now();
    log(`Usage: the store failed (${thrown instanceof Error ? thrown.message.slice(0, 60) : typeof thrown}).`);
  }

  /** Waits for the store, but not long. `onLate` gets a result that comes later. */
  async function inTime<T>(work: () => Promise<T>, onLate?: (result: T) => void): Promise<T> {
    const waited = new AbortController();
    let isLate = false;
    const timeout = env.delay(maxWaitMs, waited.signal).then(() => {
      if (waited.signal.aborted) return new Promise<never>(() => {});
      isLate = true;
      throw new Error("timeout");
    });
    const result = work().then((value) => {
      if (isLate) onLate?.(value);
      return value;
    });
    result.catch(() => undefined);
    try {
      return await Promise.race([result, timeout]);
    } finally {
      waited.abort("over");
    }
  }

  /** Sends a record until the store has it, with growing pauses. */
  async function record(work: (store: UsageStore) => Promise<void>): Promise<void> {
    for (const pause of [0, ...retryMs]) {
      if (pause > 0) await env.delay(pause);
      try {
        return await work(await store());
      } catch (thrown) {
        logFailure(thrown);
        if (pause === 0 && unsent >= maxUnsent) break;
        if (pause === 0) unsent++;
      }
    }
    log("Usage: the record of a call was lost, because the store did not accept it.");
  }

  /** Sends a record, and resolves soon even if the store does not accept it. */
  async function recordSoon(work: (store: UsageStore) => Promise<void>): Promise<void> {
    const before = unsent;
    const recorded = record(work).finally(() => {
      if (unsent > before) unsent--;
    });
    await inTime(() => recorded).catch(() => undefined);
  }

  /** Whether a call passes while the store is unreachable. Then it is counted in this process. */
  function passesWithoutStore(limits: CountedLimits): boolean {
    if (withoutStore !== "default") return withoutStore === "open";
    return !hasBudget(limits);
  }

  async function decide(id: string, limits: CountedLimits): Promise<{ admission: Admission; isShared: boolean }> {
    try {
      const admission = await inTime(
        async () => (await store()).admit(id, limits),
        (late) => void ("period" in late && record(async (store) => store.releaseCall(id, late.period, nothing))),
      );
      remember(id, "refused" in admission && admission.refused === "revoked");
      return { admission, isShared: open !== undefined };
    } catch (thrown) {
      logFailure(thrown);
      if (revoked.has(id)) return { admission: { refused: "revoked", retryAfterSeconds: undefined }, isShared: false };
      if (!passesWithoutStore(limits)) throw refuse("code-uncounted", { retryAfterSeconds: retryStoreSeconds });
      const { perMinute, atOnce } = limits;
      const counted = { ...(perMinute && { perMinute }), ...(atOnce && { atOnce }) };
      return { admission: await own.admit(id, counted), isShared: false };
    }
  }

  function remember(id: string, isRevoked: boolean): void {
    if (!isRevoked) revoked.delete(id);
    else if (revoked.size < maxRevoked) revoked.add(id);
  }

  async function admitWithLimits(id: string, limits: CountedLimits, isMetered: boolean): Promise<CountedCall> {
    const { admission, isShared } = await decide(id, limits);
    if ("refused" in admission) throw refusalFor(admission, limits);
    const { period } = admission;
    const target = isShared ? store : async () => own;
    if (isShared && limits.atOnce !== undefined) keeper.add(id, period.callId);
    let reserved = nothing;

    return {
      isMetered,
      limits,
      headers: rateHeaders(limits, admission),
      async reserve(amounts) {
        if (!hasBudget(limits)) return;
        try {
          // Late amounts stay reserved until the end of the call, which names them.
          reserved = amounts;
          const refused = await inTime(async () => (await target()).reserve(id, period, amounts, limits));
          if (refused) reserved = nothing;
          if (refused) throw refusalFor(refused, limits);
        } catch (thrown) {
          if (reserved === nothing) throw thrown;
          logFailure(thrown);
          if (!passesWithoutStore(limits)) throw refuse("code-uncounted", { retryAfterSeconds: retryStoreSeconds });
        }
      },
      release: () => endWith((each) => each.releaseCall(id, period, reserved)),
      async end(usage) {
        await endWith((each) => each.endCall({ code: id, period, reserved, ...usage }));
        // A call that the store did not admit is still recorded there.
        if (!isShared && open) await recordUncounted(id, usage);
      },
    };

    async function endWith(work: (store: UsageStore) => Promise<void>): Promise<void> {
      keeper.remove(period.callId);
      if (isShared) return recordSoon(work);
      await work(own);
    }
  }

  /** Records a call that the store has not admitted. */
  function recordUncounted(code: string, usage: CallUsage): Promise<void> {
    let period: CallPeriod | undefined;
    return recordSoon(async (each) => {
      if (period === undefined) {
        const admission = await each.admit(code, {});
        if ("refused" in admission) return;
        period = admission.period;
      }
      await each.endCall({ code, period, reserved: nothing, ...usage });
    });
  }

  return {
    store,
    async admit(code, payer) {
      const limits = limitsOf(code?.rights, payer);
      const isPaid = payer === "operator";
      const isMetered = isPaid && (open !== undefined || hasBudget(limits));
      // A code without rights has nothing to check, so its calls do not wait for the store.
      if (code?.rights === undefined) {
        return uncounted(isMetered, (usage) => recordUncounted(code?.id ?? withoutCode, usage));
      }
      return admitWithLimits(code.id, limits, isMetered);
    },
    async isRevoked(id) {
      try {
        const isRevoked = await inTime(async () => (await store()).isRevoked(id));
        remember(id, isRevoked);
        return isRevoked;
      } catch (thrown) {
        logFailure(thrown);
        return revoked.has(id);
      }
    },
    async used(code) {
      return inTime(async () => (await store()).used(code.id)).catch((thrown: unknown) => {
        logFailure(thrown);
        return undefined;
      });
    },
  };
}

/** Returns a call that is not limited. */
function uncounted(isMetered: boolean, end: CountedCall["end"]): CountedCall {
  return { isMetered, headers: {}, limits: {}, async reserve() {}, async release() {}, end };
}

function limitsOf(rights: CodeRights | undefined, payer: Payer): CountedLimits {
  const { perMinute, atOnce, tokensPerDay, tokensPerMonth, moneyPerMonth }: CountedLimits = rights ?? {};
  const counted = { ...(perMinute && { perMinute }), ...(atOnce && { atOnce }) };
  if (payer === "caller") return counted;
  return {
    ...counted,
    ...(tokensPerDay && { tokensPerDay }),
    ...(tokensPerMonth && { tokensPerMonth }),
    ...(moneyPerMonth && { moneyPerMonth }),
  };
}

/** Whether tokens or money are limited. */
export function hasBudget({ tokensPerDay, tokensPerMonth, moneyPerMonth }: CountedLimits): boolean {
  return tokensPerDay !== undefined || tokensPerMonth !== undefined || moneyPerMonth !== undefined;
}

function refusalFor({ refused, retryAfterSeconds }: RefusedCall, limits: CountedLimits): AppError {
  const refusal = refusalByReason[refused];
  if (retryAfterSeconds === undefined) return refuse(refusal);
  return refuse(refusal, { retryAfterSeconds, ...(refused === "per-minute" && { perMinute: limits.perMinute }) });
}
