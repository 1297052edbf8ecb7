import type { ReplyError } from "@/lib/chat/message";
import { getJson } from "@/lib/providers/codecs/json-call";
import { errorOfPayload, errorOfResponse, isSuccess } from "@/lib/providers/codecs/reply-error";
import { isRecord, type JsonRecord, listOf, parseJson, recordOf, stringOf } from "@/lib/providers/json";
import type { Balance, BalanceCodec, WholeResponse } from "@/lib/providers/provider";

/** What differs between providers that tell a balance. */
interface BalanceDialect {
  /** The paths that make up the answer, with their queries. `now` is in milliseconds since the epoch. */
  paths(now: number): readonly string[];
  /** Reads the answers, in the order of the paths; nothing where they do not say. */
  read(answers: readonly JsonRecord[]): Balance | undefined;
  /** What is said of a refusal that has nothing to do with the key. */
  readonly failure?: string;
}

/** What was used since the month began, and the limit; gateways answer this, OpenAI itself hardly does any more. */
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
    return { used: rounded(cents / 100), total: rounded(limit), currency: "USD" };
  },
});

/** Vouchers included. https://platform.moonshot.ai/docs/api/misc */
export const moonshotBalance = balanceCodec({
  paths: () => ["v1/users/me/balance"],
  read: ([answer]) => available(recordOf(answer?.data).available_balance, "USD"),
});

/** An account may hold two currencies: the first one counts in which there is any money. */
export const deepseekBalance = balanceCodec({
  paths: () => ["user/balance"],
  read([answer]) {
    const all = listOf(answer?.balance_infos)
      .map(recordOf)
      .map(({ total_balance, currency }) => available(total_balance, stringOf(currency)));
    return all.find((balance) => balance?.total) ?? all[0];
  },
});

/** What was paid in and what was given away, together. https://docs.siliconflow.cn/en/api-reference/userinfo */
export const siliconflowBalance = balanceCodec({
  paths: () => ["v1/user/info"],
  read: ([answer]) => available(recordOf(answer?.data).totalBalance, "CNY"),
});

/** A usual key is refused here: only one for the management of the account may ask. */
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

/** Gateways tell errors under a status of success. */
function whyNot(responses: readonly WholeResponse[]): ReplyError {
  const told = responses.map(({ body }) => {
    const payload = parseJson(body);
    return isRecord(payload) ? errorOfPayload(payload, body) : undefined;
  });
  return told.find(Boolean) ?? { kind: "protocol", code: null, message: "" };
}

function available(amount: unknown, currency: string): Balance | undefined {
  const total = amountOf(amount);
  return total === undefined ? undefined : { total: rounded(total), currency };
}

/** Money comes as a number, or as text of one. */
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
