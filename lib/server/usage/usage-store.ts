/** Limits of a code that are counted. An absent one is not limited. */
export interface CountedLimits {
  /** Maximum number of calls to providers per minute. */
  readonly perMinute?: number;
  /** Maximum number of replies at the same time. */
  readonly atOnce?: number;
  /** Maximum number of tokens per day and month, in UTC, of input and output together. */
  readonly tokensPerDay?: number;
  readonly tokensPerMonth?: number;
  /** Maximum cost per month, in units of the operator's currency, such as 12.5. */
  readonly moneyPerMonth?: number;
}

/** Maximum time for which a slot is taken without `keepCalls`, in milliseconds. */
export const slotMs = 60_000;

/** Maximum number of days whose usage is read, and stored in memory. Redis stores it for 400 days. */
export const maxUsageDays = 400;

/** Reasons for which the store refuses a call. */
export type UsageRefusal = "revoked" | "per-minute" | "at-once" | "tokens-day" | "tokens-month" | "money-month";

/** Amounts of a code in a day or a month. */
export interface UsedAmounts {
  /** Tokens of the day, in UTC, with those that are reserved for replies under way. */
  readonly tokensToday: number;
  readonly tokensThisMonth: number;
  /** Money of the month, in millionths of the operator's currency. */
  readonly moneyThisMonth: number;
  /** Time at which the day and the month end, by the store's clock, in milliseconds since 1970. */
  readonly dayEnds: number;
  readonly monthEnds: number;
  /** Current time by the store's clock, in milliseconds since 1970. */
  readonly now: number;
}

/** The period of a call: it counts for the day and the month in which it began, by the store's clock. */
export interface CallPeriod {
  /** Day, such as `2026-11-27`, in UTC. */
  readonly day: string;
  /** Id of the call, unique among all calls of all instances. */
  readonly callId: string;
}

/** A call that is refused. */
export interface RefusedCall {
  readonly refused: UsageRefusal;
  /** Seconds after which a call may pass; undefined for a revoked code. */
  readonly retryAfterSeconds: number | undefined;
}

/** The store's decision on a call. */
export type Admission =
  | RefusedCall
  | {
      readonly period: CallPeriod;
      /** Calls that are left in this minute; undefined without such a limit. */
      readonly callsLeft: number | undefined;
      readonly used: UsedAmounts;
    };

/** Amounts of one call. */
export interface CallAmounts {
  readonly tokens: number;
  /** Money, in millionths of the operator's currency; 0 if it is unknown. */
  readonly money: number;
}

/** An ended call, as it is recorded. */
export interface EndedCall {
  readonly code: string;
  readonly period: CallPeriod;
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Cost in millionths of the operator's currency; undefined if the model has no price. */
  readonly cost: number | undefined;
  /** Whether the provider sent no usage, or only a part, so that tokens are estimated. */
  readonly isEstimated: boolean;
  /** Amounts that were reserved for the call, which its real ones replace. */
  readonly reserved: CallAmounts;
}

/** The usage of a code with a model on a day. */
export interface UsageRow {
  /** Day, such as `2026-11-27`, in UTC. */
  readonly day: string;
  /** Id of the code in counts: `signed <id>`, `short <id>`, `plain <digest>`, or an identity from another source. */
  readonly code: string;
  readonly model: string;
  readonly requests: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Cost in millionths of the operator's currency; undefined if the price of any call is unknown. */
  readonly cost: number | undefined;
  /** Whether tokens of any call are estimated. */
  readonly isEstimated: boolean;
}

/** A revoked code. */
export interface RevokedCode {
  readonly code: string;
  /** Time of the revocation, in milliseconds since 1970. */
  readonly since: number;
  /** Time until which the code is refused, in seconds since 1970; undefined: forever. */
  readonly until?: number;
}

/**
 * Counters of codes, shared by all instances or of this process only.
 *
 * Every method may reject if the store is unreachable, too slow, or has invalid values. Callers decide then by
 * LIMITS_WITHOUT_STORE (`lib/server/usage/limits.ts`).
 */
export interface UsageStore {
  readonly kind: "memory" | "redis" | "upstash";

  /**
   * Checks a call and counts it, in one atomic step: revocation, calls per minute, replies at once, and whether tokens
   * and money are left. With `atOnce`, the call takes a slot until `endCall`, or until the slot has not been kept for a
   * while (`keepCalls`). An admitted call reserves its expected amounts, as `reserve` does; `used` is without them.
   */
  admit(code: string, limits: CountedLimits, expected?: CallAmounts): Promise<Admission>;

  /**
   * Adds the expected amounts of a call to those that its code has used, if they were not used up yet. `endCall`
   * replaces them by the real ones. They stay if an instance is killed.
   */
  reserve(
    code: string,
    period: CallPeriod,
    amounts: CallAmounts,
    limits: CountedLimits,
  ): Promise<RefusedCall | undefined>;

  /** Keeps the slots of replies that are under way. */
  keepCalls(calls: readonly { readonly code: string; readonly callId: string }[]): Promise<void>;

  /** Releases the slot of a call that is not recorded, such as one that never reached the provider. */
  releaseCall(code: string, period: CallPeriod, reserved: CallAmounts): Promise<void>;

  /** Records a call and releases its slot. A repetition for the same call has no effect. */
  endCall(call: EndedCall): Promise<void>;

  /** Returns the amounts of a code. */
  used(code: string): Promise<UsedAmounts>;

  /** Returns the usage of the days from `from` to `to`, both included, such as `2026-11-27`. */
  readUsage(days: { readonly from: string; readonly to: string }): Promise<readonly UsageRow[]>;

  /** Refuses a code from now on, until a time in seconds since 1970, or forever. */
  revoke(code: string, until?: number): Promise<void>;

  /** Accepts a revoked code again. */
  restore(code: string): Promise<void>;

  isRevoked(code: string): Promise<boolean>;

  listRevoked(): Promise<readonly RevokedCode[]>;

  /** Resolves if the store is reachable and its replies are valid. */
  check(): Promise<void>;

  /** Closes connections. */
  close(): Promise<void>;
}
