import "fake-indexeddb/auto";
import { maskMark } from "@/lib/chat/image-mask";
import { storedImageUrl } from "@/lib/chat/message";
import type { ChatRequest } from "@/lib/chat/request";
import { AppError } from "@/lib/errors";
import { serverlessFlags } from "@/lib/settings/server-flags";
import { openDatabase } from "@/lib/storage/database";
import { useUi } from "@/store/base/ui";
import { useCostSettings } from "@/store/costs/cost-settings";
import { useSpending } from "@/store/costs/spending";
import { useAccess } from "@/store/settings/access";
import { useSettings } from "@/store/settings/settings";
import { buildRequest } from "@/store/turns/engine";
import { notifyRefusal } from "@/store/turns/refused-parameter";
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
import { fakeEnvironment } from "../../support/fake-environment";
import { pngOf } from "../../support/png";

beforeEach(resetEngine);

/** The signature and the header of a PNG file. */
const pngHead = pngOf(1, 1, [1, 2, 3]).subarray(0, 33);

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
