import type { Finish } from "@/lib/chat/event";
import { type Message, textOf, type Usage } from "@/lib/chat/message";
import { estimateTokens } from "@/lib/chat/token-estimate";

/** Kinds of tokens of a reply, in the order in which they are displayed. */
export const tokenKinds = [
  "inputTokens",
  "cachedInputTokens",
  "cacheWriteTokens",
  "inputImageTokens",
  "inputAudioTokens",
  "outputTokens",
  "reasoningTokens",
  "outputImageTokens",
  "outputAudioTokens",
] as const satisfies readonly (keyof Usage)[];

/** The number of tokens of a kind. */
export interface TokenFact {
  readonly kind: (typeof tokenKinds)[number];
  readonly count: number;
  /** Whether the provider has not reported it, so that it is estimated. */
  readonly isAbout: boolean;
}

/** The way in which a reply ended. */
export type ReplyEnd = "complete" | "stopped" | "failed" | "length" | "filter" | "tools" | "paused" | "other";

/** Facts about a finished reply. Durations are in milliseconds. */
export interface ReplyFacts {
  readonly startedAt?: number;
  readonly firstByteMs?: number;
  readonly totalMs?: number;
  /** Output tokens a second while the reply arrived. */
  readonly tokensPerSecond?: number;
  readonly tokens: readonly TokenFact[];
  readonly end: ReplyEnd;
}

/** Maximum duration that is believed: longer than any reply. Imported messages may contain any number. */
const maxMs = 7 * 86_400_000;

/** Minimum duration from which a speed is computed. A reply that arrives in one piece has a time, but no speed. */
const minReceivingMs = 100;

/** Returns what is known about a finished reply. `finish` is the reason of its last call, if that is known. */
export function replyFacts(message: Message, finish?: Finish): ReplyFacts {
  const [firstByteMs, totalMs, receivingMs] = [message.firstByteMs, message.totalMs, message.receivingMs].map(believed);
  const tokens = tokensOf(message);
  const output = tokens.find(({ kind, isAbout }) => kind === "outputTokens" && !isAbout)?.count ?? 0;
  return {
    ...(totalMs !== undefined && { totalMs, startedAt: message.date - totalMs }),
    ...(firstByteMs !== undefined && { firstByteMs }),
    ...(receivingMs !== undefined &&
      receivingMs >= minReceivingMs &&
      output > 0 && { tokensPerSecond: (output * 1000) / receivingMs }),
    tokens,
    end: endOf(message, finish),
  };
}

function believed(ms: number | undefined): number | undefined {
  return ms !== undefined && ms >= 0 && ms <= maxMs ? ms : undefined;
}

/** Returns the tokens of each kind. Parts that are zero are left out. */
function tokensOf(message: Message): TokenFact[] {
  const facts = tokenKinds.flatMap((kind): TokenFact[] => {
    const count = message.usage?.[kind];
    const isTotal = kind === "inputTokens" || kind === "outputTokens";
    return count !== undefined && (isTotal || count > 0) ? [{ kind, count, isAbout: false }] : [];
  });
  if (facts.some(({ kind }) => kind === "outputTokens")) return facts;
  const count = Math.round(estimateTokens((message.reasoning ?? "") + textOf(message)));
  return count > 0 ? [...facts, { kind: "outputTokens", count, isAbout: true }] : facts;
}

const ends: Readonly<Partial<Record<Finish, ReplyEnd>>> = {
  length: "length",
  "content-filter": "filter",
  "tool-calls": "tools",
  paused: "paused",
  other: "other",
  unknown: "other",
};

function endOf({ stopped, error, isCut }: Message, finish: Finish | undefined): ReplyEnd {
  if (stopped) return "stopped";
  if (error) return "failed";
  if (isCut) return "length";
  return (finish && ends[finish]) ?? "complete";
}
