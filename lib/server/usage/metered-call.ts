import { type JsonRecord, stringOf } from "@/lib/json";
import { noTokens } from "@/lib/prices/token-counts";
import { refuse } from "@/lib/server/error-response";
import { foldedName } from "@/lib/server/field-name";
import type { RelayCall } from "@/lib/server/relay-call";
import type { Server } from "@/lib/server/server";
import type { CountedCall } from "@/lib/server/usage/limits";
import { createReplyTap, type ReplyTap, replyForm } from "@/lib/server/usage/reply-tap";
import { estimateBodyTokens, readReplyUsage } from "@/lib/server/usage/reply-usage";
import { pricing } from "@/lib/server/usage/server-prices";
import { modelLabel } from "@/lib/server/usage/usage-metrics";

/** Tokens that are reserved for a reply before its length is known. */
const expectedOutput = 500;

/** Maximum length of a model's name in records, in characters. */
const maxModelChars = 200;

/** Paths whose calls are not billed by tokens alone: their cost is unknown. */
const unpricedPath = /(^|\/)(audio|realtime|videos|stable-image)\//;

/** Fields with further models, one of which may answer at another price. */
const furtherModels: ReadonlySet<string> = new Set(["models", "fallbacks"]);

/** A call whose tokens are counted. */
export interface MeteredCall {
  /** Creates the tap for a response, or undefined for one that is not billed. */
  tap(response: Response): ReplyTap | undefined;
  /** Records the call, once its reply has ended or was left. */
  end(tap: ReplyTap, status: number, isComplete: boolean): Promise<void>;
}

type MeteringServer = Pick<Server, "config" | "env" | "bodies" | "log" | "metrics">;

/**
 * Begins to count the tokens of a call: reserves the expected amounts. Throws a refusal if the amounts of the code are
 * used up, or if the code limits money and the price is unknown.
 *
 * @param body the parsed body; undefined if it is not JSON
 */
export async function meterCall(
  counted: CountedCall,
  call: RelayCall,
  body: JsonRecord | undefined,
  { config, env, bodies, log, metrics }: MeteringServer,
): Promise<MeteredCall> {
  const { provider } = call.target;
  const named = stringOf(body?.model) || call.model || "";
  const model = (provider.modelOfPath?.(named) ?? named).slice(0, maxModelChars);
  const inputTokens = Math.ceil(estimateBodyTokens(body));
  const hasOneModel = !Object.keys(body ?? {}).some((field) => furtherModels.has(foldedName(field)));
  const isPriced = hasOneModel && !unpricedPath.test(call.listed);
  const price = isPriced ? await pricing(config.prices, { provider, model, at: env.now() }) : undefined;
  const expected = price?.({ ...noTokens, input: inputTokens, output: expectedOutput });
  if (counted.limits.moneyPerMonth !== undefined && expected === undefined) throw refuse("code-price");
  await counted.reserve({ tokens: inputTokens + expectedOutput, money: expected ?? 0 });

  return {
    tap({ status, headers, body: content }) {
      const isBilled = content !== null && status >= 200 && status <= 299;
      return isBilled ? createReplyTap(replyForm(headers, call.listed), bodies) : undefined;
    },
    async end(tap, status, isComplete) {
      const tapped = tap.take();
      try {
        const usage = await readReplyUsage(call, model, { tapped, status, isComplete, inputTokens });
        if (usage === undefined) return await counted.release();
        const { counts, isEstimated } = usage;
        metrics.countTokens({
          provider: provider.id,
          model: modelLabel(config, provider, model),
          input: counts.input,
          output: counts.output,
        });
        await counted.end({
          model: model || "unknown",
          inputTokens: counts.input,
          outputTokens: counts.output,
          cost: price?.(counts),
          isEstimated,
        });
      } catch (thrown) {
        log(`Usage: a reply could not be counted (${thrown instanceof Error ? thrown.name : typeof thrown}).`);
        await counted.release();
      }
    },
  };
}
