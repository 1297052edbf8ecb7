import "fake-indexeddb/auto";
import type { ChatEvent } from "@/lib/chat/event";
import type { TurnRound } from "@/lib/chat/turn-round";
import { serverlessFlags } from "@/lib/settings/server-flags";
import { openDatabase } from "@/lib/storage/database";
import { textKeys } from "@/lib/storage/local-keys";
import { readResumable } from "@/lib/storage/resumable-replies";
import { tabContext } from "@/store/records/records";
import { useAccess } from "@/store/settings/access";
import { sampleMessage } from "../../support/chat-samples";
import {
  asked,
  called,
  chatWith,
  ended,
  fenced,
  pluginCalls,
  question,
  reply,
  resetEngine,
  said,
  sayingAll,
  stopped,
  streamed,
  text,
} from "../../support/engine-replies";

beforeEach(resetEngine);

const parameters = { type: "object", properties: {} };

/** The events of every run of the tool, before its result. */
const shownTool = { kind: "plugin" as const, source: "Tides", ownName: "tide", host: "tides.test", isReading: true };

const duringRun = [shownTool, { state: "waiting", ask: expect.any(String) }, { state: "running" }];

/** The prompts that describe the tools, in a request's system messages. */
function toolPrompts(body: { readonly messages: readonly { readonly role: string; readonly content: string }[] }) {
  return body.messages.filter(({ role, content }) => role === "system" && content.includes("json:mcp:tides"));
}

describe("a reply with tools", () => {
  const session = chatWith({ plugin: ["tides"] });

  test("runs the calls of each round and sends the results back until a round has no calls", async () => {
    const { events, bodies } = await reply(
      [
        streamed(said("One moment."), called("tide"), ended("tool_calls")),
        streamed(called("tide", "call-b"), ended("tool_calls")),
        sayingAll("At noon."),
      ],
      { session },
    );
    const run = (position: number) =>
      [...duringRun, { state: "done", result: "At noon.", ms: expect.any(Number) }].map((run) => ({
        type: "tool-run",
        position,
        run,
      }));
    const call = (id: string) => [
      { type: "tool-call-start", index: 0, id, name: "tide" },
      { type: "tool-call-delta", index: 0, id, argumentsText: "{}" },
      { type: "finish", finish: "tool-calls", raw: "tool_calls" },
      { type: "end" },
    ];
    expect(events).toEqual([
      text("One moment."),
      ...[...call("call-a"), ...run(0), { type: "round" }],
      ...[...call("call-b"), ...run(1), { type: "round" }],
      ...[text("At noon."), stopped, { type: "end" }],
    ]);
    expect(pluginCalls).toEqual(["https://tides.test/tide", "https://tides.test/tide"]);
    const tool = { name: "tide", description: "Returns the next tide", parameters };
    expect(bodies[0].tools).toEqual([{ type: "function", function: tool }]);
    const exchange = (id: string, content: string | null) => [
      {
        role: "assistant",
        content,
        tool_calls: [{ id, type: "function", function: { name: "tide", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: id, content: "At noon." },
    ];
    expect(bodies[2].messages).toEqual([question, ...exchange("call-a", "One moment."), ...exchange("call-b", null)]);
  });

  test("tells the model that the user refused a call", async () => {
    const answers = [streamed(called("tide"), ended("tool_calls")), sayingAll("Then I do not know.")];
    const { bodies } = await reply(answers, { session, decision: "refuse" });
    expect(bodies[1].messages.at(-1)).toEqual({
      role: "tool",
      tool_call_id: "call-a",
      content: "Error: The user denied this call. Do not repeat it; continue without it or ask.",
    });
    expect(pluginCalls).toEqual([]);
  });

  test("answers a call of an unknown tool with an error", async () => {
    const answers = [streamed(called("moon"), ended("tool_calls")), sayingAll("No moon.")];
    const { events } = await reply(answers, { session });
    expect(events.filter(({ type }) => type === "tool-run")).toEqual([
      {
        type: "tool-run",
        position: 0,
        run: { state: "failed", result: "", problem: "unknown-tool", isError: true },
      },
    ]);
  });
});

describe("a reply with tools that a later page can resume", () => {
  const session = chatWith({ plugin: ["tides"] });

  test("runs none of its finished calls again", async () => {
    const round: TurnRound = {
      events: [
        { type: "tool-call-start", index: 0, id: "call-a", name: "tide" },
        { type: "tool-run", position: 0, run: { ...shownTool, state: "done", result: "At noon.", ms: 5 } },
      ],
      results: [{ role: "tool", callId: "call-a", name: "tide", content: "At noon." }],
    };
    const cost = { kind: "exact", currency: "USD", micros: 4 } as const;
    const resumed = { id: "a".repeat(22), key: "b".repeat(43), rounds: [round], cost };
    const gone = () => new Response(null, { status: 404 });
    const { events, costs, calls } = await reply([gone, gone], { session, resumed });
    expect(events).toEqual([...round.events, { type: "round" }, { type: "error", error: expect.any(Object) }]);
    expect(calls.map(({ url, init }) => `${init.method} ${url}`)).toEqual(["GET /api/replies", "DELETE /api/replies"]);
    expect([pluginCalls, costs]).toEqual([[], [cost]]);
  });

  test("runs a tool only when no later page could run it again, and stores each of its calls", async () => {
    const database = await openDatabase(() => {});
    const order: string[] = [];
    const updateTexts: typeof database.updateTexts = async (keys, change) => {
      if (!keys.includes(textKeys.resumable)) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
      await database.updateTexts(keys, change);
      const rounds = (await readResumable(database)).r?.rounds?.map(({ results }) => results.length);
      order.push(`${rounds ? `stored [${rounds}]` : "forgotten"} after ${pluginCalls.length} runs`);
    };
    Object.assign(navigator, { locks: {} });
    useAccess.setState({ flags: { ...serverlessFlags, resumesReplies: true } });
    tabContext.records.open({ database: { ...database, updateTexts }, otherTabs: { close() {} } as never });
    const later = (response: Response) => () =>
      new Promise<Response>((resolve) => setTimeout(() => resolve(response), 60));
    const gone = () => new Response(null, { status: 204 });
    const asking = later(streamed(called("tide"), ended("tool_calls")));
    await reply([asking, gone, later(sayingAll("At noon.")), gone], { session, replyId: "r" });
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(order).toEqual([
      "stored [] after 0 runs",
      "forgotten after 0 runs",
      "stored [1] after 1 runs",
      "forgotten after 1 runs",
    ]);
    database.close();
  });
});

describe("a model without an API for tools", () => {
  const session = chatWith({ plugin: ["tides"], toolsAsText: true });
  const runs = (events: readonly ChatEvent[]) => events.filter(({ type }) => type.startsWith("fenced-"));

  test.each([
    ["the chat asks for it", session, asked],
    [
      "the model has no tools",
      chatWith({ plugin: ["tides"] }, { model: "gpt-4o-search-preview" }),
      { ...asked, model: "gpt-4o-search-preview" },
    ],
  ])("gets the tools as a system message if %s", async (_reason, chat, request) => {
    const { bodies } = await reply([sayingAll("Hello.")], { session: chat, request });
    expect(bodies[0].tools).toBeUndefined();
    expect(JSON.stringify(bodies[0].messages)).toContain("Client tides:");
  });

  test("gets them behind the other system messages", async () => {
    const messages = [{ role: "system", content: "Be brief." } as const, question];
    const { bodies } = await reply([sayingAll("Hello.")], { session, request: { ...asked, messages } });
    expect(bodies[0].messages).toEqual([messages[0], ...toolPrompts(bodies[0]), question]);
    expect(toolPrompts(bodies[0])).toHaveLength(1);
  });

  test("gets no description without tools", async () => {
    const { bodies } = await reply([sayingAll("Hello.")], { session: chatWith({ toolsAsText: true }) });
    expect(bodies[0].messages).toEqual([question]);
  });

  test("has the call at the end of its text run after the reply", async () => {
    const { events, bodies } = await reply([sayingAll(fenced)], { session });
    expect(events).toEqual([
      ...[text(fenced), stopped, { type: "end" }],
      { type: "fenced-call", name: "tide", argumentsText: "{}" },
      ...[{ client: "tides" }, ...duringRun].map((run) => ({ type: "fenced-run", run })),
      { type: "fenced-run", run: { state: "done", result: "At noon.", ms: 0 } },
    ]);
    expect(bodies).toHaveLength(1);
  });

  test("has no call run in a chat without tools", async () => {
    const { events } = await reply([sayingAll(fenced)], { session: chatWith({ toolsAsText: true }) });
    expect(runs(events)).toEqual([]);
  });

  test.each([
    [9, 1],
    [10, 0],
  ])("after %i results in a row runs %i more calls", async (count, expected) => {
    const result = sampleMessage({ id: "r", isMcpResponse: true });
    const thread = [sampleMessage({ id: "q" }), ...Array.from({ length: count }, () => result)];
    await reply([sayingAll(fenced)], { session, thread });
    expect(pluginCalls).toHaveLength(expected);
  });
});
