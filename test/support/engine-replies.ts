import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import type { ChatEvent } from "@/lib/chat/event";
import type { Message, ReplyCost } from "@/lib/chat/message";
import type { ChatRequest } from "@/lib/chat/request";
import type { ChatSession } from "@/lib/chat/session";
import { appendEvent } from "@/lib/engine/text-events";
import type { Database } from "@/lib/storage/database";
import { createRecords } from "@/store/records/records";
import { useAccess } from "@/store/settings/access";
import { usePlugins } from "@/store/tools/plugins";
import { type ToolDecision, useToolAsks } from "@/store/tools/tool-asks";
import { openReply } from "@/store/turns/engine";
import type { ReplyOptions } from "@/store/turns/turn-run";
import { sampleSession, usualSettings } from "./chat-samples";
import { type FakeAnswer, fakeEnvironment } from "./fake-environment";
import { tabWithTides, tides } from "./tide-plugin";

export const stopped: ChatEvent = { type: "finish", finish: "stop", raw: "stop" };

export const text = (value: string): ChatEvent => ({ type: "text-delta", text: value });

export const question = { role: "user", content: "When is high tide?" } as const;

export const asked: ChatRequest = { model: "gpt-4o-mini", messages: [question], stream: true };

/** A tool call that a model has written into its text. */
export const fenced = '```json:mcp:tides\n{"method":"tools/call","params":{"name":"tide","arguments":{}}}\n```';

/** The calls of the plugin, since the last reset. */
export const pluginCalls: string[] = [];

/** A chat with a model of OpenAI, and with the plugin if `plugin` names it. */
export function chatWith(
  given: Partial<ChatSession["mask"]> = {},
  settings: Partial<ChatSession["mask"]["modelConfig"]> = {},
): ChatSession {
  const session = sampleSession({ id: "s" });
  return { ...session, mask: { ...session.mask, ...given, modelConfig: { ...usualSettings, ...settings } } };
}

/** A streamed answer of the provider. */
export function streamed(...chunks: readonly object[]): Response {
  const lines = [...chunks.map((chunk) => JSON.stringify(chunk)), "[DONE]"].map((data) => `data: ${data}\n\n`);
  return new Response(lines.join(""), { headers: { "content-type": "text/event-stream" } });
}

export const said = (content: string) => ({ choices: [{ index: 0, delta: { content } }] });

export const ended = (finish_reason: string) => ({ choices: [{ index: 0, delta: {}, finish_reason }] });

export const called = (name: string, id = "call-a", args = "{}") => ({
  choices: [{ index: 0, delta: { tool_calls: [{ index: 0, id, function: { name, arguments: args } }] } }],
});

/** The answer of a model that says one text. */
export const sayingAll = (content: string) => streamed(said(content), ended("stop"));

interface Given extends Pick<ReplyOptions, "replyId" | "resumed" | "again"> {
  readonly session?: ChatSession;
  readonly request?: ChatRequest;
  readonly thread?: readonly Message[];
  readonly database?: Database;
  readonly signal?: AbortSignal;
  /** The user's decision on each tool call. */
  readonly decision?: ToolDecision;
  readonly onEvent?: () => void;
}

/** Opens a reply that the provider answers as given. Returns the events, with adjacent texts merged, and the calls. */
export async function reply(responses: readonly FakeAnswer[], given: Given = {}) {
  const {
    session = chatWith(),
    request = asked,
    thread = [],
    database,
    decision = "once",
    onEvent,
    ...options
  } = given;
  const time = fakeEnvironment({ now: 1000, responses });
  // The pause between two rounds takes no time; timeouts never end.
  const waits: number[] = [];
  const delay: typeof time.delay = (ms, signal) => {
    waits.push(ms);
    return ms < 1000 ? Promise.resolve() : time.delay(ms, signal);
  };
  const records = createRecords();
  if (database) records.open({ database, otherTabs: undefined });
  const unsubscribe = useToolAsks.subscribe(({ asks, decide }) => {
    for (const id of Object.keys(asks)) decide(id, decision);
  });
  const events: ChatEvent[] = [];
  const costs: ReplyCost[] = [];
  const signal = given.signal ?? new AbortController().signal;
  const stream = openReply(session, request, { ...options, signal, thread }, { env: { ...time, delay }, records });
  try {
    for await (const event of stream) {
      if (event.type === "cost") costs.push(event.cost);
      else appendEvent(events, event);
      onEvent?.();
    }
  } finally {
    unsubscribe();
  }
  const bodies = time.calls.flatMap(({ init }) => (init.body ? [JSON.parse(String(init.body))] : []));
  return { events, costs, calls: time.calls, bodies, waits };
}

/** Replaces the browser by one with a hidden tab, and the plugin's server. */
export async function resetEngine(): Promise<void> {
  pluginCalls.length = 0;
  Object.assign(globalThis, { indexedDB: new IDBFactory(), ...tabWithTides((url) => pluginCalls.push(url)) });
  await usePlugins.whenRead();
  usePlugins.setState({ own: [tides] });
  useAccess.setState({ reach: { relay: "/api" }, accessCode: "letmein", flags: null });
}
