import { isRecord, listOf, parseJson } from "@/lib/json";
import { calendarDay, dayMs, dayOfText, daysBetween, dayText, monthEnd } from "@/lib/server/usage/calendar";
import { nothing } from "@/lib/server/usage/counting";
import { countOf, type RedisConnection, scriptRunner, textsOf } from "@/lib/server/usage/run-script";
import { addToRow, otherModels, type RowAmounts, rowAmountsOf, rowOf } from "@/lib/server/usage/usage-rows";
import {
  admitScript,
  endScript,
  keepScript,
  reserveScript,
  revokeScript,
  usedScript,
} from "@/lib/server/usage/usage-scripts";
import {
  type CountedLimits,
  type EndedCall,
  maxUsageDays,
  type RefusedCall,
  type RevokedCode,
  slotMs,
  type UsageRefusal,
  type UsageRow,
  type UsageStore,
  type UsedAmounts,
} from "@/lib/server/usage/usage-store";

/**
 * Beginning of all keys. The braces put the keys into one slot of a cluster, so that one script can use several.
 * https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/#hash-tags
 */
const prefix = "{parley-usage}:";

const keys = {
  minute: (code: string) => `${prefix}minute:${code}`,
  slots: (code: string) => `${prefix}slots:${code}`,
  used: (code: string) => `${prefix}used:${code}`,
  ended: (callId: string) => `${prefix}ended:${callId}`,
  usage: (day: string) => `${prefix}usage:${day}`,
  revoked: `${prefix}revoked`,
} as const;

const refusals: readonly string[] = [
  "revoked",
  "per-minute",
  "at-once",
  "tokens-day",
  "tokens-month",
  "money-month",
] satisfies UsageRefusal[];

/** Creates a store in Redis, or in a database that speaks its protocol, such as Valkey. */
export function redisUsage({ kind, send, close }: RedisConnection, newId: () => string): UsageStore {
  const run = scriptRunner({ send });

  const readHash = async (key: string) => fieldsIn(await send(["HGETALL", key]));

  return {
    kind,

    async admit(code, limits, { tokens, money } = nothing) {
      const callId = newId();
      const reply = await run(
        admitScript,
        [keys.minute(code), keys.slots(code), keys.used(code), keys.revoked],
        [code, callId, limits.perMinute ?? -1, limits.atOnce ?? -1, ...budgetsOf(limits), slotMs, tokens, money],
      );
      if (reply[0] !== "admitted") return refusedBy(reply);
      const [, left = "", now = "", day = "", month = "", ...amounts] = reply;
      return {
        period: { day: dayText(countOf(day)), callId },
        callsLeft: left === "-1" ? undefined : countOf(left),
        used: usedAmounts([now, day, month, ...amounts]),
      };
    },

    async reserve(code, { day }, { tokens, money }, limits) {
      const { day: days, month } = dayOfText(day);
      const reply = await run(reserveScript, [keys.used(code)], [days, month, tokens, money, ...budgetsOf(limits)]);
      return reply[0] === "reserved" ? undefined : refusedBy(reply);
    },

    async keepCalls(calls) {
      if (calls.length === 0) return;
      const slots = calls.map(({ code }) => keys.slots(code));
      const ends = calls.map(({ callId }) => keys.ended(callId));
      await run(keepScript, [...slots, ...ends], [slotMs, ...calls.map(({ callId }) => callId)]);
    },

    async releaseCall(code, { day, callId }, { tokens, money }) {
      const { day: days, month } = dayOfText(day);
      await run(
        endScript,
        [keys.used(code), keys.slots(code), keys.ended(callId), keys.usage(day)],
        [callId, days, month, -tokens, -money],
      );
    },

    async endCall(call) {
      const { code, period, reserved } = call;
      const { day, month } = dayOfText(period.day);
      const tokens = call.inputTokens + call.outputTokens - reserved.tokens;
      await run(
        endScript,
        [keys.used(code), keys.slots(code), keys.ended(period.callId), keys.usage(period.day)],
        [period.callId, day, month, tokens, (call.cost ?? 0) - reserved.money, ...amountFields(call)],
      );
    },

    async used(code) {
      const [, ...amounts] = await run(usedScript, [keys.used(code)], []);
      return usedAmounts(amounts);
    },

    async readUsage(days) {
      const read = daysBetween(days, maxUsageDays).map(async (day) => rowsOf(day, await readHash(keys.usage(day))));
      return (await Promise.all(read)).flat();
    },

    async revoke(code, until) {
      await run(revokeScript, [keys.revoked], [code, until ?? 0]);
    },

    async restore(code) {
      await send(["HDEL", keys.revoked, code]);
    },

    async isRevoked(code) {
      const now = (await this.used(code)).now;
      const entry = await send(["HGET", keys.revoked, code]);
      return entry !== null && entry !== undefined && revokedCode(code, String(entry), now) !== undefined;
    },

    async listRevoked() {
      const [time = ""] = textsOf(await send(["TIME"]));
      const now = 1000 * countOf(time);
      return (await readHash(keys.revoked)).flatMap(([code, entry]) => revokedCode(code, entry, now) ?? []);
    },

    async check() {
      await this.used("");
    },

    close,
  };
}

/** Returns the fields of a hash. The second version of the protocol has a list of fields and values, the third a map. */
function fieldsIn(reply: unknown): (readonly [string, string])[] {
  if (isRecord(reply)) return Object.entries(reply).map(([field, value]) => [field, String(value)]);
  const texts = textsOf(reply);
  return texts.flatMap((field, index) => (index % 2 === 0 ? [[field, texts[index + 1] ?? ""] as const] : []));
}

/** Returns the limits of amounts for a script. Money is in millionths. */
function budgetsOf({ tokensPerDay, tokensPerMonth, moneyPerMonth }: CountedLimits): readonly number[] {
  const micros = moneyPerMonth === undefined ? -1 : Math.round(1e6 * moneyPerMonth);
  return [tokensPerDay ?? -1, tokensPerMonth ?? -1, micros];
}

function refusedBy([state, reason = "", ...rest]: readonly string[]): RefusedCall {
  if (state !== "refused" || !refusals.includes(reason)) throw new Error("The store's reply is invalid.");
  const refused = reason as UsageRefusal;
  if (refused === "revoked") return { refused, retryAfterSeconds: undefined };
  if (rest.length === 1) return { refused, retryAfterSeconds: countOf(rest[0]) };
  const [now, day, month] = rest.map(countOf);
  const end = refused === "tokens-day" ? dayMs * ((day ?? 0) + 1) : monthEnd(month ?? 0);
  return { refused, retryAfterSeconds: Math.max(1, Math.ceil((end - (now ?? 0)) / 1000)) };
}

function usedAmounts(texts: readonly string[]): UsedAmounts {
  const [now = 0, day = 0, month = 0, tokensToday = 0, tokensThisMonth = 0, moneyThisMonth = 0] = texts.map(countOf);
  // The script counts months itself, because Redis has no calendar.
  if (texts.length !== 6 || Math.abs(calendarDay(dayMs * day).month - month) > 1) throw new Error("Invalid amounts.");
  return {
    tokensToday,
    tokensThisMonth,
    moneyThisMonth,
    dayEnds: dayMs * (day + 1),
    monthEnds: monthEnd(month),
    now,
  };
}

/** Returns the amounts of a call for a script: each with its field, and that of other models if there are too many rows. */
function amountFields(call: EndedCall): (string | number)[] {
  const { code, model } = call;
  return Object.entries(rowAmountsOf(call)).flatMap(([kind, amount]) =>
    amount === 0 ? [] : [JSON.stringify([code, model, kind]), JSON.stringify([code, otherModels, kind]), amount],
  );
}

/** Returns the usage of a day from the fields of its hash. */
function rowsOf(day: string, fields: readonly (readonly [string, string])[]): UsageRow[] {
  const rows = new Map<string, RowAmounts>();
  for (const [field, amount] of fields) {
    const [code, model, kind] = listOf(parseJson(field));
    if (typeof code !== "string" || typeof model !== "string" || typeof kind !== "string") continue;
    addToRow(rows, { code, model }, { [kind]: countOrZero(amount) });
  }
  return [...rows].map(([key, amounts]) => rowOf(day, key, amounts));
}

function countOrZero(text: string): number {
  return /^\d{1,16}$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : 0;
}

/** Returns a revocation; undefined if it is over. An unreadable one has no end. */
function revokedCode(code: string, entry: string, now: number): RevokedCode | undefined {
  const [, since = "0", until = "0"] = /^(\d{1,16}) (\d{1,16})$/.exec(entry) ?? [];
  if (until === "0") return { code, since: Number(since) };
  return 1000 * Number(until) > now ? { code, since: Number(since), until: Number(until) } : undefined;
}
