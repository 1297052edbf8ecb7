import type { ReplyCost } from "@/lib/chat/message";
import { addCosts } from "@/lib/chat/reply-cost";
import type { EndedCall } from "@/lib/engine/call-meter";
import type { Environment } from "@/lib/environment";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { costOfCall, type PriceBook } from "@/lib/prices/call-cost";
import type { LedgerCall } from "@/lib/prices/ledger";
import { costOfRecording, type TranscribedRecording } from "@/lib/prices/recording-cost";
import { costOfSpeech, type SpokenText } from "@/lib/prices/speech-cost";
import { noTokens } from "@/lib/prices/token-counts";
import { type CalledModel, isFree } from "@/store/costs/called-model";
import { type Ledger, ledger } from "@/store/costs/ledger";
import { loadPriceBook } from "@/store/costs/price-book";
import { tabContext } from "@/store/records/records";
import { providerInUse } from "@/store/settings/models";

/** Counts the calls of one reply or background request. */
export interface CallCounter {
  /**
   * Stores a call that is being sent, with its estimated input and the estimated tokens that the reply had before, so that
   * it is counted if this tab is closed. Only calls of a reply are stored.
   */
  onSend(input: number, before: number): void;
  /** Removes a stored call that did not reach the provider: it costs nothing. */
  onUnsent(): void;
  /** Counts an ended call in the ledger. */
  onCall(call: EndedCall): void;
  /** Returns the cost of the calls so far; undefined if nothing was billed. */
  cost(): Promise<ReplyCost | undefined>;
}

interface CallCounterDependencies {
  readonly loadPrices: () => Promise<PriceBook>;
  readonly ledger: Pick<Ledger, "add" | "open" | "forget">;
  /** Whether open calls can be stored beside their replies. */
  readonly isStored: () => boolean;
}

const pageDependencies: CallCounterDependencies = {
  loadPrices: loadPriceBook,
  ledger,
  isStored: () => tabContext.records.otherTabs !== undefined,
};

interface CountedCalls extends CalledModel, Pick<LedgerCall, "projectId"> {
  /** The message that the reply becomes. */
  readonly replyId?: string | undefined;
  /** The open call that a closed tab has stored for the first call, which is a resumed one. */
  readonly resumedId?: string | undefined;
  /** The cost of the calls that a closed tab has counted. */
  readonly earlier?: ReplyCost | undefined;
}

/** Creates the counter of calls to a model, and begins to load the prices. Calls of the demonstration do not count. */
export function countCalls(
  { replyId, resumedId, earlier, ...called }: CountedCalls,
  { now, newId }: Pick<Environment, "now" | "newId"> = browserEnvironment,
  dependencies = pageDependencies,
): CallCounter {
  if (providerInUse(called)?.isDemo) return { onSend() {}, onUnsent() {}, onCall() {}, cost: async () => undefined };
  const prices = dependencies.loadPrices();
  const costs: Promise<ReplyCost | undefined>[] = [];
  /** The call that is being received: a reply has one at a time. */
  let openId: string | undefined;
  let nextId = resumedId;

  async function count(call: EndedCall, at: number, id: string | undefined): Promise<ReplyCost | undefined> {
    const book = await prices;
    const { counts, cost } = costOfCall({ ...called, at }, call, book);
    const billed = call.isRefused || isFree(called, book.own) ? undefined : cost;
    void dependencies.ledger.add({ ...called, counts: call.isRefused ? noTokens : counts, cost: billed }, at, id);
    return billed;
  }

  return {
    onSend(input, before) {
      if (replyId === undefined || !dependencies.isStored()) return;
      openId = nextId ?? newId();
      if (nextId === undefined) void dependencies.ledger.open(openId, { ...called, replyId, at: now(), input, before });
      nextId = undefined;
    },
    onUnsent() {
      if (openId !== undefined) void dependencies.ledger.forget(openId);
      openId = undefined;
    },
    onCall(call) {
      costs.push(count(call, now(), openId));
      openId = undefined;
    },
    async cost() {
      return (await Promise.all(costs)).reduce<ReplyCost | undefined>(addCosts, earlier);
    },
  };
}

/** Counts a recording that was transcribed. */
export async function countRecording(
  called: CalledModel,
  recording: TranscribedRecording,
  { now }: Pick<Environment, "now"> = browserEnvironment,
  dependencies: Pick<CallCounterDependencies, "loadPrices" | "ledger"> = pageDependencies,
): Promise<void> {
  if (providerInUse(called)?.isDemo) return;
  const at = now();
  const book = await dependencies.loadPrices();
  const { counts, cost } = costOfRecording({ ...called, at }, recording, book);
  await dependencies.ledger.add({ ...called, counts, cost: isFree(called, book.own) ? undefined : cost }, at);
}

/** Tokens of texts whose vectors were computed: as the provider reports them, and estimated. */
interface EmbeddedTexts {
  readonly tokens: number | undefined;
  readonly estimated: number;
}

/** Counts a request for vectors of texts. */
export async function countEmbedding(
  called: CalledModel,
  { tokens, estimated }: EmbeddedTexts,
  { now }: Pick<Environment, "now"> = browserEnvironment,
  dependencies: Pick<CallCounterDependencies, "loadPrices" | "ledger"> = pageDependencies,
): Promise<void> {
  const at = now();
  const book = await dependencies.loadPrices();
  const usage = tokens === undefined ? {} : { inputTokens: tokens, outputTokens: 0 };
  const call = { usage, estimate: { input: estimated, output: 0 }, isComplete: true };
  const { counts, cost } = costOfCall({ ...called, at }, call, book);
  await dependencies.ledger.add({ ...called, counts, cost: isFree(called, book.own) ? undefined : cost }, at);
}

/** Counts a text that was read aloud. */
export async function countSpeech(
  called: CalledModel,
  spoken: SpokenText,
  { now }: Pick<Environment, "now"> = browserEnvironment,
  dependencies: Pick<CallCounterDependencies, "loadPrices" | "ledger"> = pageDependencies,
): Promise<void> {
  if (providerInUse(called)?.isDemo) return;
  const at = now();
  const { own } = await dependencies.loadPrices();
  const cost = isFree(called, own) ? undefined : costOfSpeech({ ...called, at }, spoken, own);
  await dependencies.ledger.add({ ...called, counts: noTokens, cost }, at);
}
