import type { Environment } from "@/lib/environment";
import type { AppError } from "@/lib/errors";
import type { CodeRights } from "@/lib/server/codes/code-rights";
import type { ValidCode } from "@/lib/server/codes/find-code";
import { type Refusal, refuse } from "@/lib/server/error-response";
import { calendarDay, dayText } from "@/lib/server/usage/calendar";
import { memoryUsage } from "@/lib/server/usage/memory-usage";
import { rateHeaders } from "@/lib/server/usage/rate-headers";
import { createSlotKeeper } from "@/lib/server/usage/slot-keeper";
import { createPatience, createStoreLink, type Patience } from "@/lib/server/usage/store-link";
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
  /**
   * Throws for a code with rights that is revoked. A result of the store is used for a few seconds. While the store is
   * unreachable, known ones are refused, and others pass, except with LIMITS_WITHOUT_STORE=closed.
   */
  refuseRevoked(code: ValidCode): Promise<void>;
  /** Returns the amounts of a code; undefined if the store is unreachable. */
  used(code: ValidCode): Promise<UsedAmounts | undefined>;
  /** Returns the result of the store. Rejects after a time, although the store may still do the work. */
  ask<T>(work: (store: UsageStore) => Promise<T>, maxMs: number): Promise<T>;
}

interface LimitsParts {
  /** Opens the configured store; absent without one. */
  readonly open?: (() => Promise<UsageStore>) | undefined;
  readonly withoutStore: WithoutStore;
  readonly env: Pick<Environment, "now" | "newId" | "delay">;
  log(line: string): void;
  /** Counts a failure of the store. */
  onFailure?(): void;
}

/** Seconds after which a caller may try again while the store is unreachable. */
const retryStoreSeconds = 10;

/** Maximum number of codes that are remembered as revoked for times without a store, and of looked-up codes. */
const maxRevoked = 10_000;

/** Time for which the result of a lookup among revoked codes is used, in milliseconds. */
const freshMs = 5000;

/** Maximum number of replies at the same time of a code with tokens or money, if the code sets none. */
const atOnceWithBudget = 10;

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
export function createUsageLimits({ open, withoutStore, env, log, onFailure }: LimitsParts): UsageLimits {
  const own = memoryUsage(env.now, env.newId);
  const { store, inTime, recordSoon, logFailure } = createStoreLink({
    open: open ?? (async () => own),
    env,
    log,
    ...(onFailure && { onFailure }),
  });
  const revoked = new Set<string>();
  /** Times at which codes were looked up among the revoked ones. */
  const checkedAt = new Map<string, number>();
  const keeper = createSlotKeeper(store, env);

  /** Whether a call passes while the store is unreachable. Then it is counted in this process. */
  function passesWithoutStore(limits: CountedLimits): boolean {
    if (withoutStore !== "default") return withoutStore === "open";
    return !hasBudget(limits);
  }

  async function decide(
    id: string,
    limits: CountedLimits,
    patience: Patience,
  ): Promise<{ admission: Admission; isShared: boolean }> {
    try {
      const admission = await inTime(async () => (await store()).admit(id, limits), {
        patience,
        onLate: (late) => void ("period" in late && recordSoon((store) => store.releaseCall(id, late.period, nothing))),
      });
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

  /** Asks the store whether a code is revoked. Returns undefined if it is unreachable. */
  async function checkRevoked(id: string): Promise<boolean | undefined> {
    checkedAt.delete(id);
    try {
      const isRevoked = await inTime(async () => (await store()).isRevoked(id));
      remember(id, isRevoked);
      if (!isRevoked || revoked.has(id)) checkedAt.set(id, env.now());
      if (checkedAt.size > maxRevoked) checkedAt.delete(checkedAt.keys().next().value ?? "");
      return isRevoked;
    } catch (thrown) {
      logFailure(thrown);
      return undefined;
    }
  }

  async function admitWithLimits(id: string, limits: CountedLimits, isMetered: boolean): Promise<CountedCall> {
    const patience = createPatience();
    const { admission, isShared } = await decide(id, limits, patience);
    if ("refused" in admission) throw refusalFor(admission, limits);
    const { period } = admission;
    const target = isShared ? store : async () => own;
    if (isShared && limits.atOnce !== undefined) keeper.add(id, period.callId);
    // Without the store, tokens and money are not known.
    const budget = isShared || open === undefined ? limits : {};
    let reserved = nothing;
    let isOver = false;

    return {
      isMetered,
      limits,
      headers: rateHeaders(limits, admission),
      async reserve(amounts) {
        if (!hasBudget(limits)) return;
        const refused = await inTime(() => reserveNow(amounts), { patience }).catch((thrown: unknown) => {
          logFailure(thrown);
          if (!passesWithoutStore(limits)) throw refuse("code-uncounted", { retryAfterSeconds: retryStoreSeconds });
        });
        if (refused) throw refusalFor(refused, limits);
      },
      release: () => endWith((each) => each.releaseCall(id, period, reserved)),
      async end(usage) {
        await endWith((each) => each.endCall({ code: id, period, reserved, ...usage }));
        // A call that the store did not admit is still recorded there.
        if (!isShared && open) await unlessOnNode(recordUncounted(id, usage));
      },
    };

    /** Reserves amounts. They are taken back if the caller has left meanwhile. */
    async function reserveNow(amounts: CallAmounts): Promise<RefusedCall | undefined> {
      const refused = await (await target()).reserve(id, period, amounts, budget);
      if (refused) return refused;
      if (!isOver) reserved = amounts;
      else void recordSoon(async () => void (await (await target()).reserve(id, period, negative(amounts), {})));
      return undefined;
    }

    async function endWith(work: (store: UsageStore) => Promise<void>): Promise<void> {
      isOver = true;
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
        // The calls of a code that was revoked meanwhile cost money, too.
        const day = dayText(calendarDay(env.now()).day);
        period = "refused" in admission ? { day, callId: env.newId() } : admission.period;
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
        return uncounted(isMetered, (usage) => unlessOnNode(recordUncounted(code?.id ?? withoutCode, usage)));
      }
      return admitWithLimits(code.id, limits, isMetered);
    },
    isRevoked: async (id) => (await checkRevoked(id)) ?? revoked.has(id),
    async refuseRevoked({ id, rights }) {
      if (rights === undefined) return;
      const checked = open === undefined ? undefined : checkedAt.get(id);
      const isFresh = checked !== undefined && env.now() - checked < freshMs;
      const isRevoked = isFresh ? revoked.has(id) : ((await checkRevoked(id)) ?? revoked.has(id));
      if (isRevoked) throw refuse("code-revoked");
      if (isFresh || checkedAt.has(id) || withoutStore !== "closed") return;
      throw refuse("code-uncounted", { retryAfterSeconds: retryStoreSeconds });
    },
    async used(code) {
      return inTime(async () => (await store()).used(code.id)).catch((thrown: unknown) => {
        logFailure(thrown);
        return undefined;
      });
    },
    async ask(work, maxMs) {
      return inTime(async () => work(await store()), { patience: createPatience(maxMs) });
    },
  };
}

/**
 * Waits for a record on edge functions, which stop soon after a response has ended. On Node, nobody has to wait for it.
 */
async function unlessOnNode(record: Promise<void>): Promise<void> {
  if (process.env.NEXT_RUNTIME === "edge") await record;
}

function negative({ tokens, money }: CallAmounts): CallAmounts {
  return { tokens: -tokens, money: -money };
}

/** Returns a call that is not limited. */
function uncounted(isMetered: boolean, end: CountedCall["end"]): CountedCall {
  return { isMetered, headers: {}, limits: {}, async reserve() {}, async release() {}, end };
}

function limitsOf(rights: CodeRights | undefined, payer: Payer): CountedLimits {
  const { perMinute, atOnce, tokensPerDay, tokensPerMonth, moneyPerMonth }: CountedLimits = rights ?? {};
  const counted = { ...(perMinute && { perMinute }), ...(atOnce && { atOnce }) };
  if (payer === "caller") return counted;
  const hasAmounts = rights !== undefined && hasBudget(rights);
  return {
    // Replies under way can exceed an amount by their unexpected parts, so their number is limited.
    ...(hasAmounts && { atOnce: atOnceWithBudget }),
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
