import type { ChatEvent } from "@/lib/chat/event";
import { setArgument } from "@/lib/chat/set-argument";

/** A tool call of a streaming reply, as received so far. */
export interface ReplyToolCall {
  /** The index that identifies the call on the wire. It is not a position: indexes may have gaps. */
  readonly index: number | null;
  /** Null if the wire format has no id. */
  readonly id: string | null;
  readonly name: string;
  /** JSON text as the model wrote it; empty means no arguments. */
  readonly argumentsText: string;
  /** Opaque data that the provider requires with the call. */
  readonly signature?: string;
}

type ToolCallStart = Extract<ChatEvent, { type: "tool-call-start" }>;
type ToolCallDelta = Extract<ChatEvent, { type: "tool-call-delta" }>;
type ToolCallValue = Extract<ChatEvent, { type: "tool-call-value" }>;

/** Maximum number of calls in one round; further calls are ignored. */
export const maxRoundCalls = 64;

/**
 * Folds one event into the calls of a reply. Returns the same list if nothing changes.
 *
 * Servers continue a call in different ways: by index, by id, by both, or by neither. The id and name may be empty,
 * repeated, or new in each piece. A known id or name is never overwritten. A second call starts if a name comes with an
 * unknown index or id, or with a known index and another id.
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

/** Returns the index of the latest call that an event may refer to, or -1. */
function findCall(calls: readonly ReplyToolCall[], event: ToolCallStart | ToolCallDelta | ToolCallValue): number {
  const { index, id } = event;
  const found = index === undefined ? findById(calls, id) : findByIndex(calls, index, id);
  if (found >= 0 || event.type === "tool-call-start") return found;
  // A piece without a key continues the last call, and so does a piece with an index if calls came by id only.
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

/** Whether a start event repeats a known call: it does unless it has another id, or no id and another name. */
function isSameCall(call: ReplyToolCall, { id, name }: ToolCallStart): boolean {
  if (call.name === "") return call.id === null || !id || call.id === id;
  if (id && call.id) return id === call.id;
  return name === call.name;
}
