import { type JsonRecord, stringOf } from "@/lib/json";
import { thinks } from "@/lib/models/model-facts";
import { noTokens, type TokenCounts } from "@/lib/prices/token-counts";
import { modelFact } from "@/lib/providers/model-families";
import { requestedOutput } from "@/lib/server/call-limits";
import { refuse } from "@/lib/server/error-response";
import { comparedName } from "@/lib/server/field-name";
import { namesFurtherModels } from "@/lib/server/permitted-models";
import { RecentMap } from "@/lib/server/recent-map";
import type { RelayCall } from "@/lib/server/relay-call";
import type { Server } from "@/lib/server/server";
import { hasBudget } from "@/lib/server/usage/code-limits";
import type { CountedCall } from "@/lib/server/usage/counted-call";
import { createReplyTap, type ReplyForm, type ReplyTap, replyForm } from "@/lib/server/usage/reply-tap";
import { estimateBodyTokens, type ReplyUsage, readReplyUsage } from "@/lib/server/usage/reply-usage";
import { pricing } from "@/lib/server/usage/server-prices";
import { modelLabel, type ReplyTokens } from "@/lib/server/usage/usage-metrics";
import type { CallAmounts, CountedLimits } from "@/lib/server/usage/usage-store";

/** Tokens that are reserved for a reply whose maximum length the caller does not set. */
const expectedOutput = { text: 500, thinking: 4000 } as const;

/** Maximum length of a reply, in tokens, of a model whose own maximum is unknown. */
const maxOutput = 128_000;

/** Maximum speed of models, in tokens per second: thoughts that no text shows cannot be longer. */
const maxTokensPerSecond = 1000;

/** Maximum length of a model's name in records, in characters. */
const maxModelChars = 200;

/** Paths whose calls are not billed by tokens alone: their cost is unknown. */
const unpricedPath = /(^|\/)(audio|realtime|videos|stable-image)\//;

/** Paths that open live conversations, whose tokens do not pass this server. */
const livePath = /(^|\/)realtime\//;

/** Fields that choose another price of the same model, and their values at the usual price or a lower one. */
const tierFields: Readonly<Partial<Record<string, RegExp>>> = {
  servicetier: /^(auto|default|flex|standard|standard_only|on_demand)$/,
  speed: /^standard$/,
};

/** A call whose tokens are counted. */
export interface MeteredCall {
  /** Creates the tap for a response, or undefined for one that is not billed. */
  tap(response: Response): ReplyTap | undefined;
  /** Records the call, once its reply has ended or was left. */
  end(tap: ReplyTap, status: number, isComplete: boolean): Promise<void>;
  /** Records a call that was sent, but whose response nobody waited for: with the expected amounts. */
  lose(): Promise<void>;
}

/** A call as it is expected to be, before it is sent. */
export interface ExpectedCall {
  readonly model: string;
  /** Expected tokens. */
  readonly input: number;
  readonly output: number;
  /** Expected cost; undefined if the model has no price. */
  readonly cost: number | undefined;
  /** The amounts to reserve. */
  readonly amounts: CallAmounts;
  /** Returns the cost of tokens; absent if the model has no price. */
  readonly price?: ((counts: TokenCounts) => number | undefined) | undefined;
}

/**
 * Estimates the tokens and the cost of a call. Throws a refusal if the code limits money, and the cost of the call cannot
 * be known.
 *
 * @param body the parsed body; undefined if it is not JSON
 */
export async function expectCall(
  call: RelayCall,
  body: JsonRecord | undefined,
  limits: CountedLimits,
  { config, env }: Pick<Server, "config" | "env">,
): Promise<ExpectedCall> {
  const { provider } = call.target;
  const model = calledModel(call, body);
  const isPriced = hasOnePrice(body) && !unpricedPath.test(call.listed);
  const price = isPriced ? await pricing(config.prices, { provider, model, at: env.now() }) : undefined;
  const input = Math.ceil(estimateBodyTokens(body));
  const output = expectedOutputOf(model, body);
  const cost = price?.({ ...noTokens, input, output });
  refuseUncountable(limits, call, cost);
  return { model, input, output, cost, amounts: { tokens: input + output, money: cost ?? 0 }, price };
}

/** Counts the tokens of a call whose expected amounts are reserved. */
export function meterCall(
  counted: CountedCall,
  call: RelayCall,
  { model, input, output, cost: expected, price }: ExpectedCall,
  { config, env, bodies, log, metrics }: Pick<Server, "config" | "env" | "bodies" | "log" | "metrics">,
): MeteredCall {
  const { provider } = call.target;
  const sentAt = env.now();
  let respondedAt = sentAt;
  const named = model || "unknown";

  return {
    tap({ status, headers, body: content }) {
      respondedAt = env.now();
      const isBilled = content !== null && status >= 200 && status <= 299;
      return isBilled ? createReplyTap(replyForm(headers, call.listed), bodies) : undefined;
    },
    async end(tap, status, isComplete) {
      const tapped = tap.take();
      try {
        const seconds = Math.max(0, env.now() - sentAt) / 1000;
        const hiddenTokens = factsOf(model).thinks ? Math.min(output, Math.ceil(maxTokensPerSecond * seconds)) : 0;
        const reply = { tapped, status, isComplete, inputTokens: input, hiddenTokens };
        const usage = await readReplyUsage(call, model, reply);
        if (usage === undefined) return await counted.release();
        const { counts, isEstimated } = usage;
        const tokens = { inputTokens: counts.input, outputTokens: counts.output };
        metrics.countTokens({
          provider: provider.id,
          model: modelLabel(config, provider, model),
          input: counts.input,
          output: counts.output,
          ...tokenTime(usage, tapped.form, env.now() - respondedAt),
        });
        await counted.end({ model: named, ...tokens, cost: price?.(counts), isEstimated });
      } catch (thrown) {
        log(`Usage: a reply could not be counted (${thrown instanceof Error ? thrown.name : typeof thrown}).`);
        await counted.end({
          model: named,
          inputTokens: input,
          outputTokens: output,
          cost: expected,
          isEstimated: true,
        });
      }
    },
    lose: () =>
      counted.end({ model: named, inputTokens: input, outputTokens: output, cost: expected, isEstimated: true }),
  };
}

/** Returns the mean time for a token of a stream that has taken `ms`, unless its tokens are estimated. */
function tokenTime(
  { counts, isEstimated }: ReplyUsage,
  form: ReplyForm,
  ms: number,
): Pick<ReplyTokens, "tokenSeconds"> {
  const isStream = form === "events" || form === "long-events" || form === "lines";
  if (!isStream || isEstimated || counts.output === 0) return {};
  return { tokenSeconds: Math.max(0, ms) / 1000 / counts.output };
}

/** Returns the name of the model that the provider uses: the one in the path, if there is one. */
function calledModel({ target: { provider }, model }: RelayCall, body: JsonRecord | undefined): string {
  const named = model ?? stringOf(body?.model) ?? "";
  return (provider.modelOfPath?.(named) ?? named).slice(0, maxModelChars);
}

/** Properties of a model's replies. */
interface ReplyFacts {
  readonly thinks: boolean;
  /** Maximum length, in tokens. */
  readonly maxOutput: number;
}

/** The facts by model: each is found by trying dozens of patterns. */
const factsByModel = new RecentMap<string, ReplyFacts>(500);

function factsOf(model: string): ReplyFacts {
  return factsByModel.getOrCreate(model, () => ({
    thinks: thinks(model),
    maxOutput: modelFact(model, "maxOutput") ?? maxOutput,
  }));
}

/** Returns the maximum length of a reply as its call sets it, or the expected one. */
function expectedOutputOf(model: string, body: JsonRecord | undefined): number {
  const { tokens, replies } = requestedOutput(body ?? {});
  const facts = factsOf(model);
  const expected = facts.thinks ? expectedOutput.thinking : expectedOutput.text;
  return Math.min(tokens ?? expected, facts.maxOutput) * replies;
}

/** Whether a call has the price of the model that it names. Other models may answer at another price. */
function hasOnePrice(body: JsonRecord = {}): boolean {
  const isTiered = Object.entries(body).some(([field, value]) => {
    const usual = tierFields[comparedName(field)];
    return usual !== undefined && value !== undefined && value !== null && !usual.test(String(value));
  });
  return !isTiered && !namesFurtherModels(body);
}

/** Throws if the code limits tokens or money, and those of the call cannot be known. */
function refuseUncountable(limits: CountedLimits, { listed }: RelayCall, expected: number | undefined): void {
  if (limits.moneyPerMonth !== undefined && expected === undefined) throw refuse("code-price");
  if (hasBudget(limits) && livePath.test(listed)) throw refuse("code-background");
}
