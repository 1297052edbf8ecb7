import type { ChatEvent, Finish } from "@/lib/chat/event";
import {
  type Content,
  type ImagePart,
  type Message,
  type MessageTool,
  type ReplyCost,
  type ReplyError,
  type ReplyTiming,
  type TextPhase,
  type ThoughtPart,
  textOf,
  type Usage,
} from "@/lib/chat/message";
import { addCosts } from "@/lib/chat/reply-cost";
import { foldToolCall, type ReplyToolCall } from "@/lib/chat/reply-tool-calls";
import type { AssistantPart, ReplayItem, ToolCall } from "@/lib/chat/request";
import { addSources, type Source } from "@/lib/chat/sources";
import type { MissingTools, ToolRun } from "@/lib/chat/tool";
import type { ReplyErrorKind } from "@/lib/errors";

/** An image of a reply: base64 data with its media type, or a URL. */
interface ReplyImage {
  readonly mime?: string;
  readonly base64?: string;
  readonly url?: string;
  readonly signature?: string;
}

/** An opaque item as received so far, with its index on the wire. */
interface ReplyReplay {
  readonly index: number | null;
  readonly item: ReplayItem;
}

/** The kind of a part of a round, and where it starts in the round's text, or its position among items or calls. */
type ReplyPart = readonly ["text" | "replay" | "call", number];

/** A reply as received so far: the sum of all its events. */
export interface Reply {
  readonly text: string;
  readonly reasoning: string;
  /** The parts of the reasoning that follow text or calls. */
  readonly thoughtParts: readonly ThoughtPart[];
  readonly refusal: string | null;
  /** Calls of this round, in the order of their first events. */
  readonly toolCalls: readonly ReplyToolCall[];
  /** Calls of earlier rounds. */
  readonly earlierCalls: readonly ReplyToolCall[];
  /** Length of the text before each call of all rounds and of the continued message, in characters. */
  readonly textBeforeCalls: readonly number[];
  /** State of all calls' runs, by the call's position among all calls. */
  readonly runs: Readonly<Record<number, ToolRun>>;
  readonly images: readonly ReplyImage[];
  /** Items that must be sent back unchanged inside the tool loop, in order. */
  readonly replay: readonly ReplyReplay[];
  /** The parts of this round, in the order of their first events. */
  readonly parts: readonly ReplyPart[];
  readonly usage: Usage | null;
  /** Token usage of earlier rounds. */
  readonly earlierUsage: Usage | null;
  /** Cost of the calls so far. */
  readonly cost?: ReplyCost | undefined;
  /** Durations; undefined until the reply has ended. */
  readonly timing?: ReplyTiming | undefined;
  /** Whether the next text begins a round or a message: a blank line separates it from the text before. */
  readonly isNewText: boolean;
  /** Start of the current message in the text; null until it has text. */
  readonly textStart: number | null;
  readonly phases: readonly TextPhase[];
  readonly missingTools: MissingTools | null;
  readonly sources: readonly Source[];
  /** The last finish reason, translated and raw; null until one arrives. */
  readonly finish: Finish | null;
  readonly rawFinish: string | null;
  /** The message of the finish reason, displayed if the reply is otherwise empty. */
  readonly explanation: string | null;
  /** The first error; later ones are its consequences. */
  readonly error: ReplyError | null;
  /** Whether the protocol's end marker has arrived. */
  readonly ended: boolean;
}

/** A reply without any event. */
export const emptyReply: Reply = {
  text: "",
  reasoning: "",
  thoughtParts: [],
  refusal: null,
  toolCalls: [],
  earlierCalls: [],
  textBeforeCalls: [],
  runs: {},
  images: [],
  replay: [],
  parts: [],
  usage: null,
  earlierUsage: null,
  isNewText: false,
  textStart: null,
  phases: [],
  missingTools: null,
  sources: [],
  finish: null,
  rawFinish: null,
  explanation: null,
  error: null,
  ended: false,
};

/** Returns a reply that continues a message: its events add to what the message has. Its images are not included. */
export function replyOfMessage(message: Pick<Message, ContinuedField>): Reply {
  const { reasoning = "", thoughtParts = [], tools = [], phases = [], sources = [], usage } = message;
  return {
    ...emptyReply,
    ...{ text: textOf(message), reasoning, thoughtParts, phases, sources, earlierUsage: usage ?? null },
    textBeforeCalls: tools.map(({ textBefore }) => textBefore ?? 0),
  };
}

type ContinuedField = "content" | "reasoning" | "thoughtParts" | "tools" | "phases" | "sources" | "usage";

/** Whether a reply has more content than an earlier state of it. */
export function saysMore(reply: Reply, before: Reply): boolean {
  const { text, reasoning, refusal, images } = reply;
  const isLonger = text !== before.text || reasoning !== before.reasoning;
  return isLonger || refusal !== null || images.length > 0 || callsOf(reply).length > 0;
}

/** Events that the engine adds to the provider's events. */
type EngineEvent =
  | "tool-run"
  | "tool-sources"
  | "missing-tools"
  | "round"
  | "fenced-call"
  | "fenced-run"
  | "cost"
  | "timing";

/**
 * Folds one event into a reply. Returns the same object if nothing changes, as for provider events after the end
 * marker. Tool runs with their sources and new rounds still count after it.
 */
export function foldReply(reply: Reply, event: ChatEvent): Reply {
  switch (event.type) {
    case "tool-run":
      return withRun(reply, event.position, event.run);
    case "tool-sources":
      return withSources(reply, event.sources);
    case "fenced-call": {
      const { name, argumentsText } = event;
      return {
        ...reply,
        toolCalls: [...reply.toolCalls, { index: null, id: null, name, argumentsText }],
        textBeforeCalls: [...reply.textBeforeCalls, textLengthOf(reply)],
      };
    }
    case "fenced-run":
      return withRun(reply, callsOf(reply).length - 1, event.run);
    case "missing-tools":
      return { ...reply, missingTools: event.missing };
    case "round":
      return nextRound(reply);
    case "cost":
      return { ...reply, cost: addCosts(reply.cost, event.cost) };
    case "timing":
      return { ...reply, timing: event.timing };
    default:
      return reply.ended ? reply : foldStreamEvent(reply, event);
  }
}

function withRun(reply: Reply, position: number, report: ToolRun): Reply {
  // Drop the id of the confirmation: it is obsolete once the call continues.
  const { ask: _answered, ...before } = reply.runs[position] ?? {};
  return { ...reply, runs: { ...reply.runs, [position]: { ...before, ...report } } };
}

function withSources(reply: Reply, added: readonly Source[]): Reply {
  return { ...reply, sources: addSources(reply.sources, added) };
}

/** Returns the state at the start of a new round: all text and calls so far, without the end of the last round. */
function nextRound(reply: Reply): Reply {
  const { text, reasoning, thoughtParts, refusal, images, runs, textBeforeCalls, phases } = reply;
  const { missingTools, sources, cost } = reply;
  return {
    ...emptyReply,
    ...{ text, reasoning, thoughtParts, refusal, images, runs, textBeforeCalls, phases, missingTools, sources, cost },
    earlierCalls: callsOf(reply),
    earlierUsage: usageOf(reply),
    isNewText: true,
  };
}

function foldStreamEvent(reply: Reply, event: Exclude<ChatEvent, { type: EngineEvent }>): Reply {
  switch (event.type) {
    case "text-delta":
      if (event.text === "") return reply;
      if (reply.isNewText) return openText(reply, event.text);
      return {
        ...reply,
        text: reply.text + event.text,
        textStart: reply.textStart ?? reply.text.length,
        parts: withTextPart(reply),
      };
    case "text-start": {
      const isFurther = reply.parts.some(([type]) => type === "text");
      return { ...reply, isNewText: reply.isNewText || isFurther, textStart: null };
    }
    case "text-phase":
      if (reply.textStart === null) return reply;
      return { ...reply, phases: [...reply.phases, { start: reply.textStart, phase: event.phase }] };
    case "reasoning-delta":
      return event.text === "" ? reply : withThought(reply, event.text);
    case "refusal-delta":
      return event.text === "" ? reply : { ...reply, refusal: (reply.refusal ?? "") + event.text };
    case "tool-call-start":
    case "tool-call-delta":
    case "tool-call-value": {
      if (isInputOfItem(reply, event))
        return foldReplayDelta(reply, { ...event, field: "input", text: event.argumentsText });
      const toolCalls = foldToolCall(reply.toolCalls, event);
      if (toolCalls === reply.toolCalls) return reply;
      if (toolCalls.length === reply.toolCalls.length) return { ...reply, toolCalls };
      return {
        ...reply,
        toolCalls,
        parts: [...reply.parts, ["call", reply.toolCalls.length]],
        textBeforeCalls: [...reply.textBeforeCalls, textLengthOf(reply)],
      };
    }
    case "image": {
      const { type, seed, ...image } = event;
      return { ...reply, images: [...reply.images, image] };
    }
    case "sources":
      return withSources(reply, event.sources);
    case "replay-start":
      return {
        ...reply,
        replay: [...reply.replay, { index: event.index ?? null, item: event.item }],
        parts: [...reply.parts, ["replay", reply.replay.length]],
      };
    case "replay-delta":
      return foldReplayDelta(reply, event);
    // The engine polls the task; its result arrives as separate events.
    case "task":
      return reply;
    case "usage": {
      const usage = event.partial ? completeUsage(reply.usage, event.usage) : event.usage;
      return isSameUsage(reply.usage, usage) ? reply : { ...reply, usage };
    }
    case "finish":
      if (reply.finish === event.finish && reply.rawFinish === event.raw) return reply;
      return { ...reply, finish: event.finish, rawFinish: event.raw, explanation: event.message ?? null };
    case "end":
      return { ...reply, ended: true };
    case "error":
      return reply.error ? reply : { ...reply, error: event.error };
  }
}

/** Whether arguments belong to an item that is sent back, such as a search that the provider runs itself. */
function isInputOfItem(
  { replay }: Reply,
  event: Extract<ChatEvent, { type: `tool-call-${string}` }>,
): event is Extract<ChatEvent, { type: "tool-call-delta" }> {
  const { type, index } = event;
  return (
    type === "tool-call-delta" &&
    index !== undefined &&
    replay.some((known) => known.index === index && "input" in known.item)
  );
}

/** Adds reasoning. It is a new part if text or calls came since the last; a blank line separates it if calls did. */
function withThought(reply: Reply, text: string): Reply {
  const { reasoning, thoughtParts } = reply;
  const last = thoughtParts.at(-1) ?? { textBefore: 0, callsBefore: 0 };
  const callsBefore = reply.textBeforeCalls.length;
  const textBefore = textLengthOf(reply);
  if (last.callsBefore === callsBefore && last.textBefore === textBefore)
    return { ...reply, reasoning: reasoning + text };
  const before = reasoning === "" || callsBefore === last.callsBefore ? reasoning : `${reasoning}\n\n`;
  const part = { start: before.length, textBefore, callsBefore };
  return { ...reply, reasoning: before + text, thoughtParts: [...thoughtParts, part] };
}

/** Returns the length of the text so far, without white space at its end: a next paragraph replaces it (`openText`). */
function textLengthOf({ text }: Reply): number {
  return text.trimEnd().length;
}

function withTextPart({ parts, text }: Reply): readonly ReplyPart[] {
  return parts.at(-1)?.[0] === "text" ? parts : [...parts, ["text", text.length]];
}

/** Returns the parts of a reply of one round in order, with its calls in the form in which they are sent back. */
export function orderedParts({ parts, text, replay, phases }: Reply, calls: readonly ToolCall[]): AssistantPart[] {
  return parts.flatMap(([type, position], place): AssistantPart[] => {
    if (type === "text") {
      const next = parts.slice(place + 1).find(([later]) => later === "text");
      const phase = phases.find(({ start }) => start === position)?.phase;
      return [{ type, text: text.slice(position, next?.[1]), ...(phase !== undefined && { phase }) }];
    }
    const item = type === "replay" ? replay[position]?.item : undefined;
    if (item) return [{ type: "replay", item }];
    const call = type === "call" ? calls[position] : undefined;
    return call ? [{ type: "call", call }] : [];
  });
}

/** Separates the first text of a new round or message from the text before it. */
function openText(reply: Reply, text: string): Reply {
  if (text.trim() === "") return reply;
  const before = reply.text.trimEnd();
  const start = before === "" ? 0 : before.length + 2;
  return {
    ...reply,
    text: start === 0 ? text : `${before}\n\n${text.trimStart()}`,
    isNewText: false,
    textStart: start,
    parts: [...reply.parts, ["text", start]],
  };
}

/** Returns the calls of all rounds, in order. */
function callsOf({ earlierCalls, toolCalls }: Reply): readonly ReplyToolCall[] {
  return earlierCalls.length === 0 ? toolCalls : [...earlierCalls, ...toolCalls];
}

/** Returns the token usage of all rounds. */
function usageOf({ earlierUsage, usage }: Reply): Usage | null {
  if (!earlierUsage || !usage) return usage ?? earlierUsage;
  const names = [...Object.keys(earlierUsage), ...Object.keys(usage)] as (keyof Usage)[];
  return Object.fromEntries(names.map((name) => [name, (earlierUsage[name] ?? 0) + (usage[name] ?? 0)]));
}

function foldReplayDelta(reply: Reply, event: Omit<Extract<ChatEvent, { type: "replay-delta" }>, "type">): Reply {
  const { index, field, text } = event;
  const found = index === undefined ? -1 : reply.replay.findLastIndex((known) => known.index === index);
  const position = index === undefined ? reply.replay.length - 1 : found;
  const known = reply.replay[position];
  if (!known || text === "") return reply;
  const item: ReplayItem = { ...known.item, [field]: (known.item[field] ?? "") + text };
  return { ...reply, replay: reply.replay.with(position, { ...known, item }) };
}

/** Merges partial counts, which come without a total. */
function completeUsage(known: Usage | null, part: Usage): Usage {
  const usage = { ...known, ...part };
  const { inputTokens, outputTokens } = usage;
  if (part.totalTokens !== undefined || inputTokens === undefined || outputTokens === undefined) return usage;
  return { ...usage, totalTokens: inputTokens + outputTokens };
}

/** Returns the finish reason, and whether the protocol ended the reply without an error. */
export function outcomeOf(reply: Reply): { finish: Finish; complete: boolean } {
  if (reply.error) {
    return { finish: reply.error.kind === "content-filter" ? "content-filter" : "error", complete: false };
  }
  if (!reply.finish && !reply.ended) return { finish: "unknown", complete: false };
  const finish = reply.finish ?? "stop";
  // Several protocols end a round of tool calls with their reason for plain success.
  return { finish: finish === "stop" && reply.toolCalls.length > 0 ? "tool-calls" : finish, complete: true };
}

/**
 * Returns a message with the reply so far; called for each frame while the reply streams.
 *
 * @param message the empty message, or the one that the reply continues (`replyOfMessage`)
 */
export function messageOfReply(message: Message, reply: Reply): Message {
  const { reasoning, thoughtParts, error, runs, textBeforeCalls, phases, missingTools, sources } = reply;
  const usage = usageOf(reply);
  const cost = addCosts(message.cost, reply.cost);
  const calls = callsOf(reply);
  const { tools: earlier = [] } = message;
  return {
    ...message,
    content: contentOf(reply),
    ...timingOf(message, reply),
    ...(reasoning && { reasoning }),
    ...(thoughtParts.length > 0 && { thoughtParts }),
    ...(usage && { usage }),
    ...(cost && { cost }),
    ...(error && { error }),
    ...(phases.length > 0 && { phases }),
    ...(missingTools && { missingTools }),
    ...(sources.length > 0 && { sources }),
    ...(calls.length > 0 && {
      tools: [
        ...earlier,
        ...calls.map((call, position) => {
          const place = earlier.length + position;
          const textBefore = textBeforeCalls[place];
          return { ...toolOf(call, message.id, place), ...(textBefore && { textBefore }), ...runs[position] };
        }),
      ],
    }),
  };
}

/**
 * Returns the message of an ended reply.
 *
 * A stop is not an error: the text so far remains. A reply whose connection broke keeps its text beside the error and
 * counts as an answer if it has any content. A reply without content is an error.
 *
 * @param end the current time, in milliseconds since the epoch, and whether the user stopped the reply
 */
export function finishMessage(message: Message, reply: Reply, end: { now: number; stopped: boolean }): Message {
  const { streaming, error, isError, stopped, isCut, ...grown } = messageOfReply(message, reply);
  const finished: Message = { ...grown, date: end.now };
  if (end.stopped) return { ...finished, stopped: true };
  const failure = reply.error ?? silentFailure(reply);
  if (!failure) return reply.finish === "length" ? { ...finished, isCut: true } : finished;
  const isAnswered = failure.kind === "network" && (hasContent(reply) || callsOf(reply).length > 0);
  return { ...finished, ...(isAnswered ? {} : { isError: true }), error: failure };
}

/** Returns the durations of a reply. The time in which tokens arrived includes that of the continued message. */
function timingOf({ receivingMs: earlier = 0 }: Message, { timing = {} }: Reply): ReplyTiming {
  return timing.receivingMs === undefined ? timing : { ...timing, receivingMs: earlier + timing.receivingMs };
}

/** Errors of replies without content, by their finish reasons. */
const unansweredKinds: Readonly<Partial<Record<Finish, ReplyErrorKind>>> = {
  "content-filter": "content-filter",
  length: "token-limit",
  other: "no-answer",
};

/** Returns the error of a reply without an error event. */
function silentFailure(reply: Reply): ReplyError | undefined {
  const { finish } = outcomeOf(reply);
  // Without an explanation, the provider's own word for the reason is displayed.
  const details = { code: reply.rawFinish, message: reply.explanation ?? reply.rawFinish ?? "" };
  if (finish === "error") return { kind: "server", ...details };
  const isUnanswered = !hasContent(reply) && callsOf(reply).length === 0;
  const kind = unansweredKinds[finish];
  if (isUnanswered && kind) return { kind, ...details };
  if (isUnanswered && reply.reasoning === "")
    return { kind: "empty", code: null, message: "empty response from server" };
  return finish === "unknown" ? { kind: "network", code: null, message: "" } : undefined;
}

function hasContent({ text, refusal, images }: Reply): boolean {
  return text.trim() !== "" || refusal !== null || images.length > 0;
}

/** Returns the content of a reply. A refusal is displayed as text; with images, the content is a list of parts. */
function contentOf({ text, refusal, images }: Reply): Content {
  const words = refusal === null ? text : [text, refusal].filter(Boolean).join("\n\n");
  if (images.length === 0) return words;
  return [...(words ? [{ type: "text" as const, text: words }] : []), ...images.map(imagePartOf)];
}

function imagePartOf({ mime = "image/png", base64, url = "", signature }: ReplyImage): ImagePart {
  const address = base64 ? `data:${mime};base64,${base64}` : url;
  return { type: "image_url", image_url: { url: address }, ...(signature && { signature }) };
}

/** Converts a call; a call without an id gets one that is unique in the chat. */
function toolOf(call: ReplyToolCall, messageId: string, position: number): MessageTool {
  const { id, name, argumentsText, signature } = call;
  return { id: id ?? `${messageId}-${position}`, name, argumentsText, ...(signature && { signature }) };
}

function isSameUsage(known: Usage | null, usage: Usage): boolean {
  if (known === null) return false;
  const names = new Set([...Object.keys(known), ...Object.keys(usage)]) as ReadonlySet<keyof Usage>;
  return [...names].every((name) => known[name] === usage[name]);
}
