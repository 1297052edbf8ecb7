import type { ChatEvent } from "@/lib/chat/event";
import { setArgument } from "@/lib/chat/set-argument";

/** A tool call of a reply as far as it has come. */
export interface ReplyToolCall {
  /** The number by which the wire tells its calls apart; not a position: numbers may have gaps. */
  readonly index: number | null;
  /** Nothing when the wire gave none. */
  readonly id: string | null;
  readonly name: string;
  /** JSON text as the model wrote it; empty means no arguments. */
  readonly argumentsText: string;
  /** What the provider wants back with the call. */
  readonly signature?: string;
}

type ToolCallStart = Extract<ChatEvent, { type: "tool-call-start" }>;
type ToolCallDelta = Extract<ChatEvent, { type: "tool-call-delta" }>;
type ToolCallValue = Extract<ChatEvent, { type: "tool-call-value" }>;

/** The most calls of one round that are taken note of: nobody reads more. */
export const maxRoundCalls = 64;

/**
 * Folds one event into the calls of a reply; returns the same list when nothing changes.
 *
 * Servers differ in how they continue a call: by index, by id, by both, or by neither; with the id and the name empty,
 * repeated, or new in each piece. A known id or name is never overwritten. A second call opens when a name comes with
 * an index or id that is not known, or with a known index and another id.
 */
export function foldToolCall(
  calls: readonly ReplyToolCall[],
  event: ToolCallStart | ToolCallDelta | ToolCallValue,
): readonly ReplyToolCall[] {
  const folded = fold(calls, event);
  return folded.length > maxRoundCalls ? calls : folded;
}

function fold(
  calls: readonly ReplyToolCall[],
  event: ToolCallStart | ToolCallDelta | ToolCallValue,
): readonly ReplyToolCall[] {
  switch (event.type) {
    case "tool-call-start":
      return startCall(calls, event);
    case "tool-call-delta":
      return continueCall(calls, event);
    case "tool-call-value":
      return setValue(calls, event);
  }
}

function startCall(calls: readonly ReplyToolCall[], event: ToolCallStart): readonly ReplyToolCall[] {
  const found = findCall(calls, event);
  const call = calls[found];
  if (!call || !isSameCall(call, event)) {
    const { index = null, id, name, signature } = event;
    return [...calls, { index, id: id || null, name, argumentsText: "", ...(signature ? { signature } : {}) }];
  }
  const id = call.id ?? (event.id || null);
  const name = call.name || event.name;
  return id === call.id && name === call.name ? calls : calls.with(found, { ...call, id, name });
}

function continueCall(calls: readonly ReplyToolCall[], event: ToolCallDelta): readonly ReplyToolCall[] {
  const { index, id, argumentsText } = event;
  if (argumentsText === "") return calls;
  const found = findCall(calls, event);
  const call = calls[found];
  if (!call) return [...calls, { index: index ?? null, id: id || null, name: "", argumentsText }];
  return calls.with(found, { ...call, argumentsText: call.argumentsText + argumentsText });
}

function setValue(calls: readonly ReplyToolCall[], event: ToolCallValue): readonly ReplyToolCall[] {
  const found = findCall(calls, event);
  const call = calls[found];
  if (!call) return calls;
  return calls.with(found, { ...call, argumentsText: setArgument(call.argumentsText, event.path, event.value) });
}

/** Returns the position of the latest call that an event may mean, -1 when there is none. */
function findCall(calls: readonly ReplyToolCall[], event: ToolCallStart | ToolCallDelta | ToolCallValue): number {
  const { index, id } = event;
  const found = index === undefined ? findById(calls, id) : findByIndex(calls, index, id);
  if (found >= 0 || event.type === "tool-call-start") return found;
  // A piece that says nothing of its call, or that has a position only where calls came by id, goes on with the last.
  const last = calls.length - 1;
  return index === undefined || calls[last]?.index === null ? last : -1;
}

function findById(calls: readonly ReplyToolCall[], id: string | undefined): number {
  return id ? calls.findLastIndex((call) => call.id === id) : -1;
}

function findByIndex(calls: readonly ReplyToolCall[], index: number, id: string | undefined): number {
  const exact = id ? calls.findLastIndex((call) => call.index === index && call.id === id) : -1;
  return exact >= 0 ? exact : calls.findLastIndex((call) => call.index === index);
}

/** A name that comes for a known call repeats it, unless it brings another id, or no id but another name. */
function isSameCall(call: ReplyToolCall, { id, name }: ToolCallStart): boolean {
  if (call.name === "") return call.id === null || !id || call.id === id;
  if (id && call.id) return id === call.id;
  return name === call.name;
}
