import { App } from "@modelcontextprotocol/ext-apps";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import fc from "fast-check";
import { createViewSession, RejectedViewRequest, type ViewSession, viewLimits } from "@/lib/tools/mcp/view-session";

type Options = Parameters<typeof createViewSession>[0];

const context = { theme: "dark", displayMode: "inline", availableDisplayModes: ["inline", "fullscreen"] };

/** A session with the messages that it sends and the actions that it takes, in order. */
function createTestSession(given: Partial<Options> = {}) {
  const sent: unknown[] = [];
  const done: unknown[] = [];
  let now = 0;
  const session = createViewSession({
    env: { now: () => now, delay: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) },
    send: (text) => void sent.push(JSON.parse(text)),
    host: { name: "Parley", version: "1" },
    origins: { connect: ["https://a.example"], resource: [] },
    context: () => context,
    input: { place: "Kiel" },
    callTool: async (name, args) => {
      done.push(["call", name, args]);
      return { content: [{ type: "text", text: "high" }], structuredContent: { level: 2 } };
    },
    readResource: async (uri) => {
      done.push(["read", uri]);
      return { contents: [{ uri, text: "x" }] };
    },
    openLink: (url) => void done.push(["link", url]),
    addText: (text) => void done.push(["text", text]),
    setModelContext: (text) => void done.push(["context", text]),
    displayMode: () => "inline",
    setDisplayMode: async (mode) => {
      done.push(["mode", mode]);
      return mode === "pip" ? "inline" : mode;
    },
    onHeight: (height) => void done.push(["height", height]),
    onFlood: () => void done.push(["flood"]),
    ...given,
  });
  const send = async (message: object) => {
    session.receive(JSON.stringify({ jsonrpc: "2.0", ...message }));
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  return { session, sent, done, send, pass: (ms: number) => (now += ms) };
}

const initialize = {
  id: 0,
  method: "ui/initialize",
  params: { protocolVersion: "2026-01-26", appInfo: { name: "a", version: "1" }, appCapabilities: {} },
};
const initialized = { method: "ui/notifications/initialized", params: {} };

async function startSession(given: Partial<Options> = {}) {
  const test = createTestSession(given);
  await test.send(initialize);
  await test.send(initialized);
  test.sent.length = 0;
  return test;
}

test("a page that must not receive its call gets no arguments, and that the call has no result @T9.12", async () => {
  const { session, sent, send } = createTestSession({ input: undefined });
  session.finish({ type: "cancelled", reason: "not received" });
  await send(initialize);
  sent.length = 0;
  await send(initialized);
  expect(sent).toEqual([
    { jsonrpc: "2.0", method: "ui/notifications/tool-cancelled", params: { reason: "not received" } },
  ]);
});

test("a page gets the environment, and after it is ready the arguments and the result, each once", async () => {
  const { session, sent, send } = createTestSession();
  session.finish({ type: "result", result: { content: [] } });
  expect(sent).toEqual([]);
  await send(initialize);
  expect(sent).toEqual([
    {
      jsonrpc: "2.0",
      id: 0,
      result: {
        protocolVersion: "2026-01-26",
        hostInfo: { name: "Parley", version: "1" },
        hostCapabilities: {
          openLinks: {},
          serverTools: {},
          serverResources: {},
          message: { text: {} },
          updateModelContext: { text: {}, structuredContent: {} },
          sandbox: { csp: { connectDomains: ["https://a.example"], resourceDomains: [] } },
        },
        hostContext: context,
      },
    },
  ]);
  sent.length = 0;
  await send(initialized);
  await send(initialized);
  session.finish({ type: "cancelled", reason: "late" });
  expect(sent).toEqual([
    { jsonrpc: "2.0", method: "ui/notifications/tool-input", params: { arguments: { place: "Kiel" } } },
    { jsonrpc: "2.0", method: "ui/notifications/tool-result", params: { content: [] } },
  ]);
});

test("a page of a running call gets its end later, also that it was stopped", async () => {
  const { session, sent } = await startSession();
  session.finish({ type: "cancelled", reason: "The call was stopped." });
  expect(sent).toEqual([
    { jsonrpc: "2.0", method: "ui/notifications/tool-cancelled", params: { reason: "The call was stopped." } },
  ]);
});

const rejected = (message: string) => ({ error: { code: -32000, message } });

test.each<[string, object, object | undefined, readonly unknown[]]>([
  ["a ping", { method: "ping" }, { result: {} }, []],
  [
    "a call",
    { method: "tools/call", params: { name: "tide", arguments: { at: 1 } } },
    { result: { content: [{ type: "text", text: "high" }], structuredContent: { level: 2 } } },
    [["call", "tide", { at: 1 }]],
  ],
  [
    "a call without arguments",
    { method: "tools/call", params: { name: "tide" } },
    { result: { content: [{ type: "text", text: "high" }], structuredContent: { level: 2 } } },
    [["call", "tide", {}]],
  ],
  [
    "a resource",
    { method: "resources/read", params: { uri: "ui://a" } },
    { result: { contents: [{ uri: "ui://a", text: "x" }] } },
    [["read", "ui://a"]],
  ],
  [
    "a link",
    { method: "ui/open-link", params: { url: "https://a.example" } },
    { result: {} },
    [["link", "https://a.example"]],
  ],
  [
    "a text",
    { method: "ui/message", params: { role: "user", content: [{ type: "text", text: "Hi" }] } },
    { result: {} },
    [["text", "Hi"]],
  ],
  [
    "a long text",
    { method: "ui/message", params: { role: "user", content: [{ type: "text", text: "x".repeat(8001) }] } },
    rejected("The text is too long"),
    [],
  ],
  [
    "a text for the model",
    {
      method: "ui/update-model-context",
      params: { content: [{ type: "text", text: "a" }], structuredContent: { b: 1 } },
    },
    { result: {} },
    [["context", 'a\n\n{"b":1}']],
  ],
  [
    "no text for the model",
    { method: "ui/update-model-context", params: { structuredContent: {} } },
    { result: {} },
    [["context", ""]],
  ],
  [
    "a long text for the model",
    { method: "ui/update-model-context", params: { structuredContent: { b: "x".repeat(8001) } } },
    rejected("The text is too long"),
    [],
  ],
  [
    "full screen",
    { method: "ui/request-display-mode", params: { mode: "fullscreen" } },
    { result: { mode: "fullscreen" } },
    [["mode", "fullscreen"]],
  ],
  [
    "a mode that the app does not have",
    { method: "ui/request-display-mode", params: { mode: "pip" } },
    { result: { mode: "inline" } },
    [["mode", "pip"]],
  ],
  ["a second start", initialize, rejected("Already initialized"), []],
  ["an unknown method", { method: "tools/list" }, { error: { code: -32601, message: "Method not found" } }, []],
  [
    "wrong parameters",
    { method: "tools/call", params: {} },
    { error: { code: -32602, message: "Invalid params" } },
    [],
  ],
])("%s of a page has one response @T9.12", async (_name, message, response, actions) => {
  const { sent, done, send } = await startSession();
  await send({ ...message, id: 7 });
  expect(sent).toEqual([{ jsonrpc: "2.0", id: 7, ...response }]);
  expect(done).toEqual(actions);
});

test("a page that has not started can only ping @T9.12", async () => {
  const { sent, done, send } = createTestSession();
  await send({ id: 1, method: "ping" });
  await send({ id: 2, method: "tools/call", params: { name: "tide" } });
  expect(sent).toEqual([
    { jsonrpc: "2.0", id: 1, result: {} },
    { jsonrpc: "2.0", id: 2, ...rejected("Not initialized") },
  ]);
  expect(done).toEqual([]);
});

test("a page is not switched to a display mode that it does not list", async () => {
  const { sent, done, send } = createTestSession();
  const appCapabilities = { availableDisplayModes: ["inline"] };
  await send({ ...initialize, params: { ...initialize.params, appCapabilities } });
  sent.length = 0;
  await send({ id: 1, method: "ui/request-display-mode", params: { mode: "fullscreen" } });
  expect(sent).toEqual([{ jsonrpc: "2.0", id: 1, result: { mode: "inline" } }]);
  expect(done).toEqual([]);
});

test("a page learns the reason of a rejection, but nothing about an error of the app @T9.12", async () => {
  const { sent, send } = await startSession({
    callTool: async () => {
      throw new RejectedViewRequest("Unknown tool");
    },
    readResource: async () => {
      throw new Error("key sk-123");
    },
  });
  await send({ id: 1, method: "tools/call", params: { name: "tide" } });
  await send({ id: 2, method: "resources/read", params: { uri: "ui://a" } });
  expect(sent).toEqual([
    { jsonrpc: "2.0", id: 1, ...rejected("Unknown tool") },
    { jsonrpc: "2.0", id: 2, ...rejected("The request failed") },
  ]);
});

test("calls are limited in number, at the same time and in all, and in the size of their results @T9.4 @T9.12", async () => {
  const slow = await startSession({ callTool: () => new Promise(() => {}) });
  for (let id = 0; id <= viewLimits.parallelCalls; id += 1)
    await slow.send({ id, method: "tools/call", params: { name: "tide" } });
  expect(slow.sent).toEqual([{ jsonrpc: "2.0", id: viewLimits.parallelCalls, ...rejected("Too many requests") }]);

  const many = await startSession();
  for (let id = 0; id <= viewLimits.calls; id += 1)
    await many.send({ id, method: "resources/read", params: { uri: "ui://a" } });
  expect(many.done).toHaveLength(viewLimits.calls);
  expect(many.sent.at(-1)).toEqual({ jsonrpc: "2.0", id: viewLimits.calls, ...rejected("Too many requests") });

  const large = await startSession({ callTool: async () => ({ text: "x".repeat(viewLimits.resultChars / 2) }) });
  for (const id of [1, 2]) await large.send({ id, method: "tools/call", params: { name: "tide" } });
  expect(large.sent.at(-1)).toEqual({ jsonrpc: "2.0", id: 2, ...rejected("The results are too long") });
});

const content = [{ type: "text", text: "a" }];
test.each([
  ["texts for the message box", "ui/message", { role: "user", content }, viewLimits.texts, "Too many messages"],
  ["texts for the model", "ui/update-model-context", { content }, viewLimits.contexts, "Too many messages"],
  ["links", "ui/open-link", { url: "https://a.example" }, viewLimits.links, "Too many links"],
])("%s are limited in number @T9.12", async (_name, method, params, max, message) => {
  const { sent, done, send } = await startSession();
  for (let id = 0; id <= max; id += 1) await send({ id, method, params });
  expect(done).toHaveLength(max);
  expect(sent.at(-1)).toEqual({ jsonrpc: "2.0", id: max, ...rejected(message) });
});

test("a page that sends too many messages in a time is closed, and nothing of it counts any more @T9.12", async () => {
  let aborted = false;
  const { session, sent, done, send, pass } = await startSession({
    callTool: (_name, _args, signal) =>
      new Promise(() => {
        signal.addEventListener("abort", () => {
          aborted = true;
        });
      }),
  });
  pass(viewLimits.windowMs);
  await send({ id: 1, method: "tools/call", params: { name: "tide" } });
  for (let count = 1; count < viewLimits.messages; count += 1) session.receive(undefined);
  expect(done).toEqual([]);
  pass(viewLimits.windowMs - 1);
  session.receive("{}");
  session.receive("{}");
  expect([done, aborted]).toEqual([[["flood"]], true]);
  pass(viewLimits.windowMs);
  await send({ id: 2, method: "ping" });
  expect(sent).toEqual([]);
});

test("a page that sends too much in a time is closed, however few messages these are @T9.12", async () => {
  const { session, done, pass } = await startSession();
  const large = "x".repeat(viewLimits.messageChars / 2);
  pass(viewLimits.windowMs);
  session.receive(large);
  session.receive(large);
  pass(viewLimits.windowMs);
  session.receive(large);
  session.receive(large);
  expect(done).toEqual([]);
  session.receive("x");
  expect(done).toEqual([["flood"]]);
});

test("the end is announced to a page, which may respond; running requests are aborted without a response", async () => {
  let aborted = false;
  const { session, sent, send } = await startSession({
    callTool: (_name, _args, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => {
          aborted = true;
          reject(new Error("aborted"));
        });
      }),
  });
  await send({ id: 1, method: "tools/call", params: { name: "tide" } });
  const closed = session.close();
  await send({ id: "close", result: {} });
  await closed;
  expect(aborted).toBe(true);
  await send({ id: 2, method: "ping" });
  session.changeContext({ theme: "light" });
  expect(sent).toEqual([
    { jsonrpc: "2.0", id: "close", method: "ui/resource-teardown", params: { reason: "The page is closed." } },
  ]);
});

test("the end does not wait for a page that does not respond", async () => {
  jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick", "queueMicrotask"] });
  const { session } = createTestSession();
  const message = (sent: object) => session.receive(JSON.stringify({ jsonrpc: "2.0", ...sent }));
  message(initialize);
  message(initialized);
  const closed = session.close();
  await jest.advanceTimersByTimeAsync(viewLimits.closingMs);
  await closed;
  jest.useRealTimers();
});

test("whatever a page sends, the session neither throws nor calls the server before the page has started @T9.12", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(fc.json(), fc.string(), fc.anything()), { maxLength: 20 }), async (messages) => {
      const { session, done } = createTestSession();
      for (const message of messages) session.receive(message);
      await Promise.resolve();
      expect(done).toEqual([]);
    }),
  );
});

/** Connects the SDK of the specification's authors to a session: what each side sends reaches the other one. */
function pipe(): { transport: Transport; send: (text: string) => void; attach: (session: ViewSession) => void } {
  let session: ViewSession | undefined;
  const transport: Transport = {
    start: async () => {},
    send: async (message) => session?.receive(JSON.stringify(message)),
    close: async () => {},
  };
  return {
    transport,
    send: (text) => queueMicrotask(() => transport.onmessage?.(JSON.parse(text) as JSONRPCMessage)),
    attach: (attached) => {
      session = attached;
    },
  };
}

test("a page that is built with the SDK of the specification's authors understands each message", async () => {
  const { transport, send, attach } = pipe();
  const { session, done } = createTestSession({ send });
  attach(session);
  const app = new App(
    { name: "tides", version: "1" },
    { availableDisplayModes: ["inline", "fullscreen"] },
    { autoResize: false },
  );
  const noted: unknown[] = [];
  app.ontoolinput = (params) => void noted.push(["input", params]);
  app.ontoolresult = (params) => void noted.push(["result", params]);
  app.onhostcontextchanged = (params) => void noted.push(["context", params]);
  app.onteardown = async () => {
    noted.push(["teardown"]);
    return {};
  };
  await app.connect(transport);
  session.finish({ type: "result", result: { content: [{ type: "text", text: "low" }] } });
  expect(app.getHostContext()).toEqual(context);
  expect(await app.callServerTool({ name: "tide", arguments: { at: 1 } })).toMatchObject({
    structuredContent: { level: 2 },
  });
  expect(await app.readServerResource({ uri: "ui://a" })).toEqual({ contents: [{ uri: "ui://a", text: "x" }] });
  await app.openLink({ url: "https://a.example" });
  await app.sendMessage({ role: "user", content: [{ type: "text", text: "Hi" }] });
  await app.updateModelContext({ content: [{ type: "text", text: "a" }] });
  expect(await app.requestDisplayMode({ mode: "fullscreen" })).toEqual({ mode: "fullscreen" });
  await app.sendSizeChanged({ width: 10, height: 20 });
  session.changeContext({ theme: "light" });
  await session.close();
  expect(noted).toEqual([
    ["input", { arguments: { place: "Kiel" } }],
    ["result", { content: [{ type: "text", text: "low" }] }],
    ["context", { theme: "light" }],
    ["teardown"],
  ]);
  expect(done).toEqual([
    ["call", "tide", { at: 1 }],
    ["read", "ui://a"],
    ["link", "https://a.example"],
    ["text", "Hi"],
    ["context", "a"],
    ["mode", "fullscreen"],
    ["height", 20],
  ]);
});
