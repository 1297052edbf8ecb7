import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import type { ChatEvent } from "@/lib/chat/event";
import { maskMark } from "@/lib/chat/image-mask";
import { type Message, type ReplyCost, storedImageUrl } from "@/lib/chat/message";
import type { ChatRequest } from "@/lib/chat/request";
import type { ChatSession } from "@/lib/chat/session";
import { appendEvent } from "@/lib/engine/text-events";
import { AppError } from "@/lib/errors";
import type { ResumableReply } from "@/lib/resuming/resumable-reply";
import { serverlessFlags } from "@/lib/settings/server-flags";
import { type Database, openDatabase } from "@/lib/storage/database";
import { emptyPlugin } from "@/lib/tools/plugin";
import { useUi } from "@/store/base/ui";
import { useCostSettings } from "@/store/costs/cost-settings";
import { useSpending } from "@/store/costs/spending";
import { createRecords } from "@/store/records/records";
import { useAccess } from "@/store/settings/access";
import { useModels } from "@/store/settings/models";
import { useProjects } from "@/store/settings/projects";
import { useSettings } from "@/store/settings/settings";
import { usePlugins } from "@/store/tools/plugins";
import { type ToolDecision, useToolAsks } from "@/store/tools/tool-asks";
import { buildRequest, continueText, openReply, responseTo } from "@/store/turns/engine";
import { notifyRefusal } from "@/store/turns/refused-parameter";
import { sampleMessage, sampleSession, usualImageOptions, usualSettings } from "../../support/chat-samples";
import { type FakeAnswer, fakeEnvironment } from "../../support/fake-environment";
import { memoryStorage } from "../../support/memory-storage";
import { pngOf } from "../../support/png";

/** A plugin with one tool, `tide`. */
const tides = {
  ...emptyPlugin({ id: "tides", now: 1 }),
  title: "Tides",
  content: JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Tides", version: "1" },
    servers: [{ url: "https://tides.test" }],
    paths: { "/tide": { get: { operationId: "tide", summary: "Returns the next tide", responses: {} } } },
  }),
};
const parameters = { type: "object", properties: {} };
/** The events of every run of the tool, before its result. */
const shownTool = { kind: "plugin", source: "Tides", ownName: "tide", host: "tides.test", isReading: true };
const duringRun = [shownTool, { state: "waiting", ask: expect.any(String) }, { state: "running" }];

const stopped: ChatEvent = { type: "finish", finish: "stop", raw: "stop" };
const text = (value: string): ChatEvent => ({ type: "text-delta", text: value });
const question = { role: "user", content: "When is high tide?" } as const;
const asked: ChatRequest = { model: "gpt-4o-mini", messages: [question], stream: true };

/** The signature and the header of a PNG file. */
const pngHead = pngOf(1, 1, [1, 2, 3]).subarray(0, 33);

/** A tool call that a model has written into its text. */
const fenced = '```json:mcp:tides\n{"method":"tools/call","params":{"name":"tide","arguments":{}}}\n```';

let pluginCalls: string[];

beforeEach(async () => {
  pluginCalls = [];
  Object.assign(globalThis, {
    indexedDB: new IDBFactory(),
    localStorage: memoryStorage(),
    navigator: { languages: ["en"] },
    BroadcastChannel: class {
      close() {}
      postMessage() {}
    },
    addEventListener() {},
    // A hidden tab shows text as it arrives.
    document: { addEventListener() {}, hidden: true },
    matchMedia: () => ({ matches: false }),
    /** The plugin's server, and the list of built-in plugins. */
    async fetch(url: string) {
      if (!url.startsWith("https://tides.test")) return Response.json([]);
      pluginCalls.push(url);
      return new Response("At noon.");
    },
  });
  await usePlugins.whenRead();
  usePlugins.setState({ own: [tides] });
  useAccess.setState({ reach: { relay: "/api" }, accessCode: "letmein", flags: null });
});

/** A chat with a model of OpenAI, and with the plugin if `plugin` names it. */
function chatWith(
  given: Partial<ChatSession["mask"]> = {},
  settings: Partial<ChatSession["mask"]["modelConfig"]> = {},
): ChatSession {
  const session = sampleSession({ id: "s" });
  return { ...session, mask: { ...session.mask, ...given, modelConfig: { ...usualSettings, ...settings } } };
}

/** A streamed answer of the provider. */
function streamed(...chunks: readonly object[]): Response {
  const lines = [...chunks.map((chunk) => JSON.stringify(chunk)), "[DONE]"].map((data) => `data: ${data}\n\n`);
  return new Response(lines.join(""), { headers: { "content-type": "text/event-stream" } });
}
const said = (content: string) => ({ choices: [{ index: 0, delta: { content } }] });
const ended = (finish_reason: string) => ({ choices: [{ index: 0, delta: {}, finish_reason }] });
const called = (name: string, id = "call-a", args = "{}") => ({
  choices: [{ index: 0, delta: { tool_calls: [{ index: 0, id, function: { name, arguments: args } }] } }],
});
/** The answer of a model that says one text. */
const sayingAll = (content: string) => streamed(said(content), ended("stop"));

interface Given {
  readonly session?: ChatSession;
  readonly request?: ChatRequest;
  readonly thread?: readonly Message[];
  readonly database?: Database;
  readonly signal?: AbortSignal;
  /** The user's decision on each tool call. */
  readonly decision?: ToolDecision;
  readonly onEvent?: () => void;
  readonly resumed?: ResumableReply;
  readonly again?: () => void;
}

/** Opens a reply that the provider answers as given. Returns the events, with adjacent texts merged, and the calls. */
async function reply(responses: readonly FakeAnswer[], given: Given = {}) {
  const {
    session = chatWith(),
    request = asked,
    thread = [],
    database,
    decision = "once",
    onEvent,
    resumed,
    again,
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
  const stream = openReply(session, request, { signal, thread, resumed, again }, { env: { ...time, delay }, records });
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

/** Lines of Ollama's own API. */
function native(...lines: readonly object[]): Response {
  const body = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  return new Response(body, { headers: { "content-type": "application/x-ndjson" } });
}

describe("a chat with a context length", () => {
  const settings = { model: "qwen3:8b", providerName: "Ollama", num_ctx: "16384", keep_alive: "oneHour" } as const;
  const turn = (session: ChatSession) => ({ session, history: [], question: sampleMessage({ id: "When?" }) });
  const listed = { ollama: { "qwen3:8b": { maxWindow: 8192 } } };

  beforeEach(() => useModels.setState({ abilities: listed }));
  afterEach(() => useModels.setState({ abilities: {} }));

  test("asks Ollama's own API for it, up to the model's own, and reads its reply", async () => {
    const session = chatWith({}, settings);
    const request = await buildRequest(turn(session));
    expect(request.controls).toEqual({ contextLength: 8192, keepAlive: "oneHour" });
    const answer = native(
      { message: { role: "assistant", content: "At noon." }, done: false },
      { message: { role: "assistant", content: "" }, done: true, done_reason: "stop" },
    );
    const { events, calls, bodies } = await reply([answer], { session, request });
    expect(calls.map(({ url }) => url)).toEqual(["http://localhost:11434/api/chat"]);
    expect(bodies[0]).toMatchObject({ model: "qwen3:8b", options: { num_ctx: 8192 }, keep_alive: "1h" });
    expect(events).toEqual([text("At noon."), stopped, { type: "end" }]);
  });

  test("does not send it to another provider", async () => {
    const session = chatWith({}, { ...settings, model: "gpt-4o-mini", providerName: "OpenAI" });
    const { bodies } = await reply([sayingAll("At noon.")], { session, request: await buildRequest(turn(session)) });
    expect(JSON.stringify(bodies[0])).not.toMatch(/num_ctx|keep_alive|16384/);
  });

  test("sends as much of its history as fits into it", async () => {
    const history = Array.from({ length: 40 }, (_, index) =>
      sampleMessage({ id: `m${index}`, content: "tide ".repeat(500), role: index % 2 ? "assistant" : "user" }),
    );
    const sentWith = async (num_ctx: string) => {
      const session = chatWith({}, { ...settings, num_ctx, sendsWholeHistory: true, max_tokens: 500 });
      const { messages } = await buildRequest({ ...turn(session), history });
      return messages.filter(({ role }) => role !== "system").length - 1;
    };
    expect([await sentWith("8192"), await sentWith("4096")]).toEqual([9, 4]);
  });
});

/** The prompts that describe the tools, in a request's system messages. */
function toolPrompts(body: { readonly messages: readonly { readonly role: string; readonly content: string }[] }) {
  return body.messages.filter(({ role, content }) => role === "system" && content.includes("json:mcp:tides"));
}

describe("the request", () => {
  test("has the system prompt with the time, the history, the question and the chat's settings", async () => {
    const history = [sampleMessage({ id: "Hello" }), sampleMessage({ id: "Hi", role: "assistant" })];
    const turn = { session: chatWith(), history, question: sampleMessage({ id: "When?" }) };
    expect(await buildRequest(turn, fakeEnvironment({ now: 5000 }))).toEqual({
      model: "gpt-4o-mini",
      messages: [
        {
          role: "system",
          content: `You are an assistant, a language model served by OpenAI. Your model is gpt-4o-mini, and your knowledge cutoff is 2023-10. The current time is ${new Date(5000)}. Write inline math as \\(…\\) and display math as $$…$$.`,
        },
        { role: "user", content: "Hello" },
        { role: "assistant", content: "Hi" },
        { role: "user", content: "When?" },
      ],
      stream: true,
      temperature: 0.5,
      topP: 1,
      presencePenalty: 0,
      frequencyPenalty: 0,
      maxOutputTokens: 4000,
      isContinued: true,
      image: usualImageOptions,
    });
  });

  test("begins with the same text all day where the provider caches it", async () => {
    const systemOf = async (providerName: string, now: number) => {
      const history = [sampleMessage({ id: "Hello", date: 4000 })];
      const question = sampleMessage({ id: "When?", date: now });
      const turn = { session: chatWith({}, { providerName }), history, question };
      return (await buildRequest(turn, fakeEnvironment({ now }))).messages[0]?.content;
    };
    expect(await systemOf("OpenAI", 9000)).toBe(await systemOf("OpenAI", 5000));
    expect(await systemOf("OpenAI", 9000)).toContain(String(new Date(4000)));
    expect(await systemOf("OpenRouter", 9000)).toContain(String(new Date(9000)));
  });

  test("has notes in place of images for a model without vision, until the user says that it has vision", async () => {
    const image = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } } as const;
    const content = [{ type: "text", text: "Which port?" }, image] as const;
    const session = chatWith({}, { enableInjectSystemPrompts: false, model: "gpt-3.5-turbo" });
    const sent = async () =>
      (await buildRequest({ session, history: [], question: sampleMessage({ id: "q", content }) })).messages;
    expect(await sent()).toEqual([
      { role: "user", content: "Which port?\n\n[Image not sent: this model cannot see images]" },
    ]);
    useSettings.getState().setAbility("gpt-3.5-turbo@OpenAI", "vision", true);
    expect(await sent()).toEqual([{ role: "user", content }]);
    useSettings.getState().setAbility("gpt-3.5-turbo@OpenAI", "vision", undefined);
    expect(useSettings.getState().modelAbilities).toEqual({});
  });

  test("to continue a reply ends with that reply and the prompt to go on", async () => {
    const cut = sampleMessage({ id: "At n", role: "assistant" });
    const turn = {
      session: chatWith({}, { enableInjectSystemPrompts: false }),
      history: [sampleMessage({ id: "When?" }), cut],
      question: sampleMessage({ id: "continue", content: await continueText() }),
    };
    expect((await buildRequest(turn)).messages).toEqual([
      { role: "user", content: "When?" },
      { role: "assistant", content: "At n" },
      {
        role: "user",
        content:
          "Your last reply was cut off. Continue exactly where it stopped. Don’t repeat anything, and don’t comment on it.",
      },
    ]);
  });

  test.each([
    [{ client: "tides", result: "At noon." }, "```json:mcp-response:tides\nAt noon.\n```"],
    [
      { client: "tides", problem: "timeout" as const },
      "```json:mcp-response:tides\nError: The tool did not respond in time.\n```",
    ],
    [{}, "```json:mcp-response:\n\n```"],
  ])("formats the tool result %j", (tool, content) => {
    expect(responseTo({ id: "c", name: "tide", argumentsText: "{}", ...tool })).toBe(content);
  });
});

describe("a reply", () => {
  const toolCalls = [{ id: "a", name: "tide", argumentsText: "{}" }];
  const withResults: ChatRequest = {
    ...asked,
    messages: [
      question,
      { role: "assistant", content: "", toolCalls },
      { role: "tool", callId: "a", name: "tide", content: "At noon." },
      { role: "assistant", content: "Noon." },
      question,
    ],
  };

  test("is asked for with the earlier tool calls, if the chat still has tools", async () => {
    const { bodies } = await reply([sayingAll("Noon.")], {
      session: chatWith({ plugin: ["tides"] }),
      request: withResults,
    });
    expect(bodies[0].messages.map(({ role }: { role: string }) => role)).toEqual([
      ...["user", "assistant", "tool", "assistant", "user"],
    ]);
  });

  test.each([
    ["has no tools any more", {}],
    ["offers its tools as text", { plugin: ["tides"], toolsAsText: true }],
  ])("is asked for with the earlier tool calls as text, if the chat %s", async (_name, mask) => {
    const { bodies } = await reply([sayingAll("Noon.")], { session: chatWith(mask), request: withResults });
    expect(bodies[0].messages.slice(-3)).toEqual([
      question,
      {
        role: "assistant",
        content: "[The tool tide was called with {}. Its result:]\n```\nAt noon.\n```\n\nNoon.",
      },
      question,
    ]);
  });

  test("is asked for through the relay, and its text arrives with its end and an estimate of its cost", async () => {
    const { events, costs, calls, bodies } = await reply([streamed(said("At "), said("noon."), ended("stop"))]);
    expect(events).toEqual([text("At noon."), stopped, { type: "end" }]);
    expect(costs).toEqual([{ kind: "about", currency: "USD", micros: 3 }]);
    expect(calls.map(({ url, init }) => [init.method, url, init.headers])).toEqual([
      [
        "POST",
        "/api/openai/v1/chat/completions",
        { Accept: "application/json", "Content-Type": "application/json", authorization: "Bearer nk-letmein" },
      ],
    ]);
    expect(bodies).toEqual([
      {
        model: "gpt-4o-mini",
        messages: [question],
        stream: true,
        stream_options: { include_usage: true },
        max_tokens: 4000,
      },
    ]);
  });

  test("is not refused by a spent budget if it is resumed: its call was paid for", async () => {
    await useCostSettings.whenRead().catch(() => undefined);
    useCostSettings.setState({ budget: { currency: "USD", micros: 0 } });
    try {
      await expect(reply([])).rejects.toMatchObject({ code: "budget" });
      const resumed = { id: "a".repeat(22), key: "b".repeat(43) };
      const unknown = new Response(null, { status: 404 });
      const { calls } = await reply([unknown, new Response(null, { status: 404 })], { resumed });
      expect(calls.map(({ url, init }) => `${init.method} ${url}`)).toEqual([
        "GET /api/replies",
        "DELETE /api/replies",
      ]);
    } finally {
      useCostSettings.setState({ budget: undefined });
    }
  });

  test("that a budget refuses is noted if it can be asked for again, until a call is made", async () => {
    await useCostSettings.whenRead().catch(() => undefined);
    const again = () => {};
    const { id } = chatWith();
    useCostSettings.setState({ budget: { currency: "USD", micros: 0 } });
    try {
      await expect(reply([])).rejects.toMatchObject({ code: "budget" });
      expect(useSpending.getState().refused).toEqual({});
      await expect(reply([], { again })).rejects.toMatchObject({ code: "budget" });
      expect(useSpending.getState().refused).toEqual({ [id]: { kind: "reply", again } });
      useCostSettings.setState({ budget: { currency: "USD", micros: 9_000_000 } });
      await reply([sayingAll("At noon.")]);
      expect(useSpending.getState().refused).toEqual({});
    } finally {
      useCostSettings.setState({ budget: undefined });
    }
  });

  test("is asked for with the thinking and the verbosity that the chat chooses", async () => {
    const session = chatWith({}, { model: "gpt-5", thinking: "low", verbosity: "high" });
    const turn = { session, history: [], question: sampleMessage({ id: "When?" }) };
    const request = await buildRequest(turn, fakeEnvironment({ now: 5000 }));
    const { bodies } = await reply([sayingAll("At noon.")], { session, request });
    expect(bodies).toMatchObject([{ model: "gpt-5", reasoning_effort: "low", verbosity: "high" }]);
  });

  test("may be silent for as long as the user has chosen", async () => {
    expect((await reply([sayingAll("Noon.")])).waits).not.toContain(900_000);
    useSettings.getState().set("replyTimeout", "minutes15");
    expect((await reply([sayingAll("Noon.")])).waits).toContain(900_000);
    useSettings.getState().set("replyTimeout", "auto");
  });

  test("notifies the user once of a parameter that the model refuses", async () => {
    const session = chatWith({}, { model: "gpt-5", verbosity: "low" });
    const request = { ...asked, model: "gpt-5", controls: { verbosity: "low" } } as const;
    const error = { message: "Unsupported parameter: 'verbosity'", type: "invalid_request_error", param: "verbosity" };
    const refused = () => Response.json({ error }, { status: 400 });
    const { bodies } = await reply([refused, sayingAll("At noon.")], { session, request });
    expect(bodies.map(({ verbosity }) => verbosity)).toEqual(["low", undefined]);
    const toast = { kind: "parameter-refused", model: "gpt-5", parameter: "verbosity" };
    expect(useUi.getState().toasts.map(({ content }) => content)).toEqual([toast]);
    // As after a reload, which loses the refusal but not that the user was notified.
    notifyRefusal("gpt-5", "verbosity");
    expect(useUi.getState().toasts).toHaveLength(1);
    notifyRefusal("gpt-5", "top_p");
    expect(useUi.getState().toasts).toHaveLength(2);
  });

  test("is asked of the provider itself in a build without a server", async () => {
    useAccess.setState({ reach: {} });
    const { calls } = await reply([sayingAll("Yes.")]);
    expect(calls.map(({ url }) => url)).toEqual(["https://api.openai.com/v1/chat/completions"]);
  });

  test("of the demonstration model comes from the page itself in a build without a server", async () => {
    useAccess.setState({ reach: {} });
    const session = chatWith({}, { model: "demo", providerName: "Demo" });
    const { events, calls } = await reply([], { session, request: { ...asked, model: "demo" } });
    expect(calls).toEqual([]);
    expect(events.map(({ type }) => type)).toEqual(["text-delta", "finish", "usage", "end"]);
  });

  test("is asked for with the stored images of the messages", async () => {
    const database = await openDatabase(() => {});
    const bytes = new Uint8Array([1, 2, 3]).buffer;
    const blobs = [{ id: "b", type: "image/png", size: 3, at: 0, bytes }];
    await database.putAll({ sessions: [], messages: [], blobs });
    const image = { type: "image_url", image_url: { url: storedImageUrl("b") } } as const;
    const request = { ...asked, messages: [{ role: "user" as const, content: [image] }] };
    const { bodies } = await reply([sayingAll("A tide.")], { request, database });
    database.close();
    const sent = { type: "image_url", image_url: { url: "data:image/png;base64,AQID" } };
    expect(bodies[0].messages).toEqual([{ role: "user", content: [sent] }]);
  });

  test("has no masks for a model that would take them for pictures", async () => {
    const marked = `${pngHead.toString("base64")}${maskMark}`;
    const [image, mask] = [pngHead.toString("base64"), marked].map(
      (data) => ({ type: "image_url", image_url: { url: `data:image/png;base64,${data}` } }) as const,
    );
    const request = { ...asked, messages: [{ role: "user" as const, content: [image, mask] }] } as ChatRequest;
    const { bodies } = await reply([sayingAll("A kite.")], { request });
    expect(bodies[0].messages).toEqual([{ role: "user", content: [image] }]);
  });

  test("fails before any call if no provider serves the model", async () => {
    const session = chatWith({}, { providerName: "Nobody", model: "x" });
    await expect(reply([], { session })).rejects.toEqual(new AppError("no-model", { model: "x" }));
  });

  test("fails before any call if the provider's settings are incomplete", async () => {
    useAccess.setState({ useCustomConfig: true });
    const session = chatWith({}, { providerName: "Azure" });
    await expect(reply([], { session })).rejects.toMatchObject({ code: "bad-request" });
    useAccess.setState({ useCustomConfig: false });
  });

  test("keeps its text before an error, and runs no call that the text contains", async () => {
    const broken = { error: { message: "Busy", code: "503" } };
    const { events } = await reply([streamed(said(fenced), broken)], { session: chatWith({ plugin: ["tides"] }) });
    expect(events).toEqual([
      text(fenced),
      {
        type: "error",
        error: { kind: "overloaded", code: "503", message: "Busy", body: JSON.stringify(broken, null, 2) },
      },
    ]);
    expect(pluginCalls).toEqual([]);
  });

  test("is an error event if the network fails", async () => {
    const { events } = await reply([() => Promise.reject(new TypeError("Failed to fetch"))]);
    expect(events).toEqual([{ type: "error", error: { kind: "network", code: null, message: "Failed to fetch" } }]);
  });

  test("is an error event if the provider refuses the call", async () => {
    const answer = { error: { message: "Wrong key", code: "invalid_api_key" } };
    const { events } = await reply([Response.json(answer, { status: 401 })]);
    const body = JSON.stringify(answer, null, 2);
    const error = { kind: "auth", code: "invalid_api_key", status: 401, message: "Wrong key", body };
    expect(events).toEqual([{ type: "error", error }]);
  });

  test("ends without an error when the user stops it, and runs no call that the text contains", async () => {
    const controller = new AbortController();
    const body = new ReadableStream({
      start(stream) {
        stream.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(said(fenced))}\n\n`));
        controller.signal.addEventListener("abort", () => stream.error(controller.signal.reason));
      },
    });
    const { events } = await reply([new Response(body, { headers: { "content-type": "text/event-stream" } })], {
      session: chatWith({ plugin: ["tides"] }),
      signal: controller.signal,
      onEvent: () => controller.abort(),
    });
    expect(events).toEqual([text(fenced)]);
    expect(pluginCalls).toEqual([]);
  });
});

test("a reply of a model without a web search searches with the site's search engine", async () => {
  const page = { url: "https://sea.example/", title: "Tides", text: "High tide is at noon." };
  const searches: unknown[] = [];
  Object.assign(globalThis, {
    async fetch(url: string, { body }: RequestInit) {
      searches.push([url, JSON.parse(String(body))]);
      return Response.json({ results: [page] });
    },
  });
  useAccess.setState({ flags: { ...serverlessFlags, searchHost: "search.lan" } });
  const answers = [
    streamed(called("search_web", "call-a", '{"query":"high tide"}'), ended("tool_calls")),
    sayingAll("At noon."),
  ];
  const session = chatWith({ webSearch: true }, { model: "gpt-3.5-turbo" });
  const { events, bodies } = await reply(answers, { session });
  expect(searches).toEqual([["/api/search", { query: "high tide", count: 8 }]]);
  expect(events.filter(({ type }) => type === "tool-sources")).toEqual([
    { type: "tool-sources", sources: [{ url: page.url, title: "Tides", quote: page.text }] },
  ]);
  const names = bodies.map(({ tools }) => tools.map(({ function: { name } }: { function: { name: string } }) => name));
  expect(names).toEqual([["search_web"], ["search_web"]]);
  const { content } = bodies[1].messages.at(-1);
  expect(content).toContain("Title: Tides\nAddress: https://sea.example/\nText: High tide is at noon.");
});

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
      { role: "tool", name: "tide", tool_call_id: id, content: "At noon." },
    ];
    expect(bodies[2].messages).toEqual([question, ...exchange("call-a", "One moment."), ...exchange("call-b", null)]);
  });

  test("tells the model that the user refused a call", async () => {
    const answers = [streamed(called("tide"), ended("tool_calls")), sayingAll("Then I do not know.")];
    const { bodies } = await reply(answers, { session, decision: "refuse" });
    expect(bodies[1].messages.at(-1)).toEqual({
      role: "tool",
      name: "tide",
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

test("a chat whose project could not be read is not sent", async () => {
  useProjects.setState({ isUnread: true });
  const fetched: unknown[] = [];
  const answer = () => {
    fetched.push("called");
    return sayingAll("At noon.");
  };
  const session = { ...chatWith(), projectId: "tides" };
  await expect(reply([answer as never], { session })).rejects.toMatchObject({ code: "project" });
  expect(fetched).toEqual([]);
  useProjects.setState({ isUnread: false });
  expect((await reply([sayingAll("At noon.")], { session })).events).toContainEqual(text("At noon."));
});
