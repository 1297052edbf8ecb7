import type { ReplyError } from "@/lib/chat/message";
import { isRecord, type JsonRecord, listOf, parseJson, recordOf, stringOf } from "@/lib/json";
import { getJson } from "@/lib/providers/codecs/json-call";
import { errorOfPayload, errorOfResponse, isSuccess } from "@/lib/providers/codecs/reply-error";
import type { Balance, BalanceCodec, WholeResponse } from "@/lib/providers/provider";

/** Differences between providers that report a balance. */
interface BalanceDialect {
  /** Returns the paths to call, with their queries. `now` is in milliseconds since the epoch. */
  paths(now: number): readonly string[];
  /** Reads the responses, in the order of the paths. Returns undefined if they do not contain a balance. */
  read(answers: readonly JsonRecord[]): Balance | undefined;
  /** Message for errors that are not caused by the key. */
  readonly failure?: string;
}

/**
 * The limit that one-api and new-api report for keys without a limit.
 * https://github.com/QuantumNous/new-api/blob/main/controller/billing.go
 */
const unlimitedUsd = 100_000_000;

/**
 * Usage since the start of the month, and the limit. Gateways serve this API; OpenAI itself has almost withdrawn it.
 */
export const openAIBalance = balanceCodec({
  failure: "Failed to query usage from openai",
  paths: (now) => [
    `dashboard/billing/usage?start_date=${isoDay(startOfMonth(now))}&end_date=${isoDay(now + dayMs)}`,
    "dashboard/billing/subscription",
  ],
  read([usage, subscription]) {
    const cents = amountOf(usage?.total_usage);
    const limit = amountOf(subscription?.hard_limit_usd);
    if (cents === undefined || limit === undefined) return undefined;
    const used = { used: rounded(cents / 100), currency: "USD" };
    return limit === unlimitedUsd ? used : { ...used, total: rounded(limit) };
  },
});

/** Balance including vouchers. https://platform.moonshot.ai/docs/api/misc */
export const moonshotBalance = balanceCodec({
  paths: () => ["v1/users/me/balance"],
  read: ([answer]) => available(recordOf(answer?.data).available_balance, "USD"),
});

/** Balance of an account that may hold two currencies: the first one with a positive amount counts. */
export const deepseekBalance = balanceCodec({
  paths: () => ["user/balance"],
  read([answer]) {
    const all = listOf(answer?.balance_infos)
      .map(recordOf)
      .map(({ total_balance, currency }) => available(total_balance, stringOf(currency)));
    return all.find((balance) => balance?.total) ?? all[0];
  },
});

/** Balance of paid and granted credit together. https://docs.siliconflow.cn/en/api-reference/userinfo */
export const siliconflowBalance = balanceCodec({
  paths: () => ["v1/user/info"],
  read: ([answer]) => available(recordOf(answer?.data).totalBalance, "CNY"),
});

/** Balance of an OpenRouter account. OpenRouter rejects ordinary keys here and requires a management key. */
export const openRouterBalance = balanceCodec({
  paths: () => ["v1/credits"],
  read([answer]) {
    const { total_usage, total_credits } = recordOf(answer?.data);
    const used = amountOf(total_usage);
    const balance = available(total_credits, "USD");
    return balance && used !== undefined ? { ...balance, used: rounded(used) } : undefined;
  },
});

function balanceCodec({ paths, read, failure }: BalanceDialect): BalanceCodec {
  return {
    buildRequests: (connection, now) => paths(now).map((path) => getJson(connection, path)),
    parseResponses(responses) {
      const refusal = responses.find((response) => !isSuccess(response));
      if (refusal) return withFailure(errorOfResponse(refusal), refusal.status === 401 ? undefined : failure);
      return read(responses.map(({ body }) => recordOf(parseJson(body)))) ?? whyNot(responses);
    },
  };
}

function withFailure(error: ReplyError, failure: string | undefined): ReplyError {
  return failure === undefined ? error : { ...error, message: failure };
}

/** Returns the error of responses without a balance. Gateways send errors with a success status. */
function whyNot(responses: readonly WholeResponse[]): ReplyError {
  const errors = responses.map(({ body }) => {
    const payload = parseJson(body);
    return isRecord(payload) ? errorOfPayload(payload, body) : undefined;
  });
  return errors.find(Boolean) ?? { kind: "protocol", code: null, message: "" };
}

function available(amount: unknown, currency: string): Balance | undefined {
  const total = amountOf(amount);
  return total === undefined ? undefined : { total: rounded(total), currency };
}

/** Reads an amount of money, which is a number or a numeric string. */
function amountOf(value: unknown): number | undefined {
  const amount = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof amount === "number" && Number.isFinite(amount) ? amount : undefined;
}

function rounded(amount: number): number {
  return Math.round(amount * 100) / 100;
}

const dayMs = 86_400_000;

function startOfMonth(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

function isoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
