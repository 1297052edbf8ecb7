import { fileOf } from "@/lib/chat/file-block";
import type { MessageTool } from "@/lib/chat/message";
import { newProject } from "@/lib/chat/project";
import type { ToolRun } from "@/lib/chat/tool";
import { addressHash } from "@/lib/tools/mcp/server-hash";
import type { ToolDecision } from "@/store/tools/tool-asks";
import { sampleSession } from "@/test/support/chat-samples";
import { startViewServer, type ViewServer } from "@/test/support/mcp-views";
import { memoryStorage } from "@/test/support/memory-storage";

Object.assign(globalThis, {
  localStorage: memoryStorage(),
  addEventListener: () => {},
  BroadcastChannel: class {
    close() {}
    postMessage() {}
  },
  location: { origin: "https://app.test", host: "app.test", hostname: "app.test" },
});

const { fetch } = globalThis;
/** The server's responses; the app has no built-in plugins here. */
globalThis.fetch = async (...call) => (String(call[0]).startsWith("/") ? Response.json([]) : fetch(...call));

let server: ViewServer;
beforeAll(async () => {
  server = await startViewServer({ html: "<p>Tides" });
});
afterAll(() => server.close());

/** Adds the server and a chat that has chosen it. Returns the modules and the page's requests. */
async function start(decide: ToolDecision | undefined, mask: { toolsOff?: Record<string, string[]> } = {}) {
  const [{ useMcp }, { mcpChoice }, { useToolAsks }, { useChats }, views, rules] = await Promise.all([
    import("@/store/tools/mcp"),
    import("@/store/tools/mcp-choice"),
    import("@/store/tools/tool-asks"),
    import("@/store/chats/chats"),
    import("@/store/tools/tool-views"),
    import("@/store/tools/tool-rules"),
  ]);
  await useMcp.whenRead();
  const added = useMcp.getState().add({ name: "Tides", url: server.address, transport: "auto", headers: [] });
  const session = sampleSession({ id: added.id });
  const off = mask.toolsOff && { toolsOff: { [mcpChoice(added.id)]: mask.toolsOff.own ?? [] } };
  const chat = { ...session, mask: { ...session.mask, plugin: [mcpChoice(added.id)], ...off } };
  useChats.setState(({ sessions }) => ({ sessions: [...sessions, chat] }));
  const asked: string[] = [];
  const unsubscribe = useToolAsks.subscribe(({ asks, decide: end }) => {
    for (const [id, { tool }] of Object.entries(asks)) {
      asked.push(tool.ownName);
      if (decide) end(id, decide);
    }
  });
  let shown: readonly MessageTool[] = [];
  const { host } = new URL(server.address);
  const serverHash = addressHash(server.address);
  const calls = views.createViewCalls({
    sessionId: chat.id,
    server: { id: added.id, name: "Tides", host, serverHash },
    onChange: (changed) => {
      shown = changed;
    },
  });
  return { id: added.id, chat, host, serverHash, calls, asked, unsubscribe, shown: () => shown, views, rules, useMcp };
}

const { signal } = new AbortController();

test("a page's call asks as a call of a model does, is shown, and returns the server's complete result @T9.13", async () => {
  const { calls, asked, unsubscribe, shown } = await start("once");
  const result = await calls.callTool("refresh", { at: 1 }, signal);
  unsubscribe();
  expect(result).toEqual({ content: [{ type: "text", text: "refresh 1" }], structuredContent: { level: 1 } });
  expect(server.calls).toEqual([{ name: "refresh", args: { at: 1 } }]);
  expect(asked).toEqual(["refresh"]);
  expect(shown()).toMatchObject([
    { name: "refresh", argumentsText: '{"at":1}', kind: "mcp", source: "Tides", state: "done", result: "refresh 1" },
  ]);
});

test("a call that the user denies does not reach the server, and the page gets the reason @T9.13", async () => {
  const before = server.calls.length;
  const { calls, unsubscribe, shown } = await start("refuse");
  await expect(calls.callTool("tides", {}, signal)).rejects.toMatchObject({
    name: "RejectedViewRequest",
    message: "Error: The user denied this call. Do not repeat it; continue without it or ask.",
  });
  unsubscribe();
  expect(server.calls).toHaveLength(before);
  expect(shown()).toMatchObject([{ name: "tides", state: "failed", problem: "refused" }]);
});

test.each<[string, string, Record<string, string[]> | undefined]>([
  ["for models only", "report", undefined],
  ["that the server does not have", "other", undefined],
  ["that the chat has switched off", "tides", { own: ["tides"] }],
])("a page cannot call a tool %s @T9.13", async (_name, tool, toolsOff) => {
  const before = server.calls.length;
  const { calls, asked, unsubscribe, shown } = await start("once", toolsOff && { toolsOff });
  await expect(calls.callTool(tool, {}, signal)).rejects.toThrow("Unknown tool");
  unsubscribe();
  expect([server.calls.length - before, asked, shown()]).toEqual([0, [], []]);
});

test("a page cannot call a tool that the chat's project has switched off, nor one of a server that the chat does not use @T9.13", async () => {
  const before = server.calls.length;
  const { calls, chat, views, asked, unsubscribe, shown } = await start("once");
  const [{ useProjects }, { useChats }, { mcpChoice }] = await Promise.all([
    import("@/store/settings/projects"),
    import("@/store/chats/chats"),
    import("@/store/tools/mcp-choice"),
  ]);
  const change = (patch: object) =>
    useChats.setState(({ sessions }) => ({
      sessions: sessions.map((each) => (each.id === chat.id ? { ...each, ...patch } : each)),
    }));
  const choice = mcpChoice(chat.id);
  const project = { ...newProject({ id: "p", name: "", now: 0, others: [] }), toolsOff: { [choice]: ["tides"] } };
  useProjects.setState({ byId: new Map([["p", project]]) });
  change({ projectId: "p" });
  await expect(calls.callTool("tides", {}, signal)).rejects.toThrow("Unknown tool");

  const page = { sessionId: chat.id, server: chat.id, uri: "ui://tides/chart" };
  change({ projectId: undefined, mask: { ...chat.mask, plugin: [] } });
  await expect(calls.callTool("refresh", {}, signal)).rejects.toThrow("The chat does not use the server");
  await expect(calls.readResource(page.uri, signal)).rejects.toThrow("The chat does not use the server");
  await expect(views.loadView(page)).rejects.toThrow("The chat does not use the server");

  // The project adds the server again.
  useProjects.setState({ byId: new Map([["p", { ...project, plugin: [choice] }]]) });
  change({ projectId: "p" });
  expect(await views.loadView(page)).toMatchObject({ page: { html: "<p>Tides" } });
  useProjects.setState({ byId: new Map(), isUnread: true });
  await expect(calls.readResource(page.uri, signal)).rejects.toThrow("The chat does not use the server");
  useProjects.setState({ isUnread: false });
  unsubscribe();
  expect([server.calls.length - before, asked, shown()]).toEqual([0, [], []]);
});

test.each<[string, (id: string) => Promise<void>]>([
  [
    "the server takes it from pages",
    async (id) => {
      const { setStatus, useMcpStatuses } = await import("@/store/tools/mcp-connections");
      const status = useMcpStatuses.getState().statuses[id];
      if (status?.state !== "ready") throw new Error("not connected");
      const tools = status.tools.map((tool) => ({ ...tool, view: { ...tool.view, isForView: false } }));
      setStatus(id, { state: "ready", tools });
    },
  ],
  [
    "the chat switches it off",
    async (id) => {
      const [{ useChats }, { mcpChoice }] = await Promise.all([
        import("@/store/chats/chats"),
        import("@/store/tools/mcp-choice"),
      ]);
      useChats.setState(({ sessions }) => ({
        sessions: sessions.map((each) =>
          each.id === id ? { ...each, mask: { ...each.mask, toolsOff: { [mcpChoice(id)]: ["refresh"] } } } : each,
        ),
      }));
    },
  ],
])("a page's call does not run if %s while the user decides @T9.2 @T9.13", async (_name, change) => {
  const before = server.calls.length;
  const { id, calls, unsubscribe, shown } = await start(undefined);
  const { useToolAsks } = await import("@/store/tools/tool-asks");
  const called = calls.callTool("refresh", {}, signal);
  called.catch(() => {});
  for (let tries = 0; tries < 100 && shown()[0]?.ask === undefined; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
  await change(id);
  useToolAsks.getState().decide(shown()[0]?.ask ?? "", "once");
  await expect(called).rejects.toThrow("Unknown tool");
  unsubscribe();
  expect(server.calls).toHaveLength(before);
  expect(shown()).toMatchObject([{ name: "refresh", state: "failed", problem: "unknown-tool" }]);
});

test("a page of a server that is off, or has another address by now, reaches nothing @T9.13", async () => {
  const { calls, id, useMcp, unsubscribe } = await start("once");
  useMcp.getState().change(id, { url: `${server.address.replace("127.0.0.1", "localhost")}` });
  await expect(calls.callTool("tides", {}, signal)).rejects.toThrow("The server is not connected");
  useMcp.getState().change(id, { url: `${server.address}/other` });
  await expect(calls.callTool("tides", {}, signal)).rejects.toThrow("The server is not connected");
  useMcp.getState().change(id, { url: server.address, isOn: false });
  await expect(calls.readResource("ui://tides/chart", signal)).rejects.toThrow("The server is not connected");
  unsubscribe();
});

test("a page reads resources of its server with the permission of a call, and each of these requests is shown @T9.13", async () => {
  const { calls, asked, shown, unsubscribe } = await start("once");
  expect(await calls.readResource("ui://tides/chart", signal)).toMatchObject({ contents: [{ text: "<p>Tides" }] });
  await expect(calls.readResource("ui://other", signal)).rejects.toThrow("Resource not found");
  unsubscribe();
  expect(asked).toEqual(["resources/read", "resources/read"]);
  expect(shown()).toMatchObject([
    { name: "resources/read", argumentsText: '{"uri":"ui://tides/chart"}', state: "done" },
    { name: "resources/read", argumentsText: '{"uri":"ui://other"}', state: "failed" },
  ]);
});

test("a resource that the user denies to a page is not read from the server @T9.13", async () => {
  const before = server.reads.length;
  const { calls, shown, unsubscribe } = await start("refuse");
  await expect(calls.readResource("ui://tides/chart", signal)).rejects.toThrow("The user denied this call");
  unsubscribe();
  expect(server.reads).toHaveLength(before);
  expect(shown()).toMatchObject([{ name: "resources/read", state: "failed", problem: "refused" }]);
});

test("an allowed page reads further resources without a question, but not after a text of others @T9.8 @T9.13", async () => {
  const { calls, chat, asked, unsubscribe, rules } = await start("chat");
  const { useChats } = await import("@/store/chats/chats");
  await calls.readResource("ui://tides/chart", signal);
  await calls.readResource("ui://tides/chart", signal);
  expect(asked).toEqual(["resources/read"]);
  // Documents of the mask are texts of others.
  const quoting = { ...chat, mask: { ...chat.mask, knowledge: "k" } };
  useChats.setState(({ sessions }) => ({ sessions: sessions.map((each) => (each.id === chat.id ? quoting : each)) }));
  await calls.readResource("ui://tides/chart", signal);
  unsubscribe();
  rules.useToolRules.setState({ rules: [] });
  expect(asked).toEqual(["resources/read", "resources/read"]);
});

test("the result of a model's call carries the seal of this device, with which its page receives it @T9.12", async () => {
  const { id, chat, host, serverHash, unsubscribe } = await start("once");
  const [{ toolsOf }, { hasSeal }] = await Promise.all([
    import("@/store/tools/tools"),
    import("@/store/tools/view-seals"),
  ]);
  const { runCall } = await toolsOf(chat);
  let run: ToolRun = {};
  const call = { id: "c", name: "tides", argumentsText: '{"place":"Kiel"}' };
  const outcome = await runCall(call, {
    signal,
    report(changed) {
      run = { ...run, ...changed };
    },
  });
  unsubscribe();
  const { view, ownName = "" } = run;
  if (!view) throw new Error("no page");
  expect(view).toMatchObject({
    server: id,
    uri: "ui://tides/chart",
    result: expect.stringContaining("structuredContent"),
  });
  const sealed = {
    server: { id, host, serverHash },
    ownName,
    argumentsText: call.argumentsText,
    view,
    text: outcome.text,
  };
  expect(hasSeal({ ...sealed, isError: false })).toBe(true);
  expect(hasSeal({ ...sealed, server: { id, host: "other.example", serverHash }, isError: false })).toBe(false);
  expect(hasSeal({ ...sealed, server: { id, host, serverHash: "other" }, isError: false })).toBe(false);
});

test("the identity of a page's server comes from the app, not from a message @T9.12", async () => {
  const { id, host, serverHash, views, unsubscribe, useMcp } = await start(undefined);
  unsubscribe();
  expect(await views.identifyServer(id)).toEqual({ id, name: "Tides", host, serverHash });
  useMcp.getState().remove(id);
  expect(await views.identifyServer(id)).toBeUndefined();
});

test("the page is loaded from its server, and the server knows that the app shows pages", async () => {
  const { id, host, serverHash, views, unsubscribe, useMcp } = await start(undefined);
  expect(await views.loadView({ sessionId: id, server: id, uri: "ui://tides/chart" })).toEqual({
    server: { id, name: "Tides", host, serverHash },
    page: { html: "<p>Tides", origins: { connect: [], resource: [], rejected: [] }, hasBorder: true },
  });
  await expect(views.loadView({ sessionId: id, server: id, uri: "ui://other" })).rejects.toMatchObject({
    kind: "protocol",
  });
  useMcp.getState().change(id, { isOn: false });
  await expect(views.loadView({ sessionId: id, server: id, uri: "ui://tides/chart" })).rejects.toMatchObject({
    kind: "network",
  });
  unsubscribe();
  expect(server.capabilities()?.extensions).toEqual({
    "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] },
  });
});

test("a text for the model is attached to the draft and replaced, and counts as a text of others @T9.8 @T9.13", async () => {
  const { views, unsubscribe } = await start(undefined);
  const [{ useDrafts }, { hasQuotedTexts }] = await Promise.all([
    import("@/store/chats/drafts"),
    import("@/store/tools/quoted-texts"),
  ]);
  unsubscribe();
  const texts = () => (useDrafts.getState().drafts.s?.texts ?? []).map((text) => fileOf(text));
  useDrafts.getState().change("s", () => ({ text: "And now?", texts: [] }));
  const page = { sessionId: "s", call: "m 0", server: { id: "a", name: 'Ti"des', host: "a.example" } };
  views.createViewContext(page)("low");
  // Another frame of the same page continues, but not that of another call.
  const setContext = views.createViewContext(page);
  setContext("high");
  expect(texts()).toEqual([{ name: "Ti des.txt", text: 'Interactive page: Ti"des\n\nhigh' }]);
  views.createViewContext({ ...page, call: "m 1" })("another");
  expect(texts()).toHaveLength(2);
  views.createViewContext({ ...page, call: "m 1" })("");
  expect(texts()).toEqual([{ name: "Ti des.txt", text: 'Interactive page: Ti"des\n\nhigh' }]);
  const [block = ""] = useDrafts.getState().drafts.s?.texts ?? [];
  expect(hasQuotedTexts([{ id: "m", role: "user", content: `And now?\n\n${block}`, date: 0 }])).toBe(true);
  setContext("");
  expect(texts()).toEqual([]);
  views.addViewText("s", "Show the week");
  expect(useDrafts.getState().drafts.s?.text).toBe("And now?\n\nShow the week");
});

test.each([
  "javascript:alert(1)",
  "data:text/html,x",
  "mailto:a@b.example",
  "https://user@a.example",
  "no address",
  `https://a.example/${"x".repeat(2000)}`,
])("a page cannot open %s @T9.13", async (address) => {
  const { openViewLink } = await import("@/store/tools/tool-views");
  expect(() => openViewLink(address, { name: "Tides" })).toThrow("Invalid URL");
});

test("a link of a page opens only if the user confirms it, and one question at a time @T9.13", async () => {
  const [{ openViewLink }, { useUi }] = await Promise.all([
    import("@/store/tools/tool-views"),
    import("@/store/base/ui"),
  ]);
  openViewLink("https://a.example/b?c", { name: "Tides" });
  expect(useUi.getState().dialog?.content).toEqual({
    kind: "open-link",
    address: "https://a.example/b?c",
    concern: "page",
    source: "Tides",
  });
  expect(() => openViewLink("https://a.example", { name: "Tides" })).toThrow("Another question is open");
});

test.each(["a server", "a program"])(
  "%s that is deleted loses the permissions for its pages, and gets them back with it @T9.12",
  async (kind) => {
    const [{ useMcp }, { removeServer }, { usePrograms }, { removeProgram }, { useToolRules }] = await Promise.all([
      import("@/store/tools/mcp"),
      import("@/store/tools/mcp-removal"),
      import("@/store/tools/programs"),
      import("@/store/tools/program-removal"),
      import("@/store/tools/tool-rules"),
    ]);
    await Promise.all([useMcp.whenRead(), usePrograms.whenRead()]);
    const added = useMcp.getState().add({ name: "", url: "https://a.example", transport: "auto", headers: [] });
    usePrograms.getState().add({ name: "Tides", command: "tides", args: [], variables: [] });
    const id = kind === "a server" ? added.id : (usePrograms.getState().programs[0]?.id ?? "");
    const views = () => useToolRules.getState().views.map(({ sourceId }) => sourceId);
    useToolRules.setState({ views: [] });
    for (const each of [id, "other"])
      useToolRules.getState().allowView({ id: each, name: "", host: "a.example" }, { opens: true });
    const undo = kind === "a server" ? removeServer(added) : removeProgram(id);
    expect(views()).toEqual(["other"]);
    undo();
    expect(views()).toEqual(["other", id]);
    useToolRules.setState({ views: [] });
  },
);

test("permissions for pages of a program end with its command, also if its name stays @T9.12", async () => {
  const [{ usePrograms }, { viewRule }, { createToolRules }, views] = await Promise.all([
    import("@/store/tools/programs"),
    import("@/lib/chat/tool-rules"),
    import("@/store/tools/tool-rules"),
    import("@/store/tools/tool-views"),
  ]);
  process.env.BUILD_APP = "1";
  await usePrograms.whenRead();
  const draft = { name: "Tides", command: "tides", args: ["--safe"], variables: [{ name: "PLACE", token: "Kiel" }] };
  usePrograms.getState().add(draft);
  const id = usePrograms.getState().programs[0]?.id ?? "";
  const identify = async () => {
    const server = await views.identifyServer(id);
    if (!server) throw new Error("no server");
    return server;
  };
  const rules = createToolRules({ env: { now: () => 7, newId: () => "r" } });
  const former = await identify();
  rules.getState().allowView(former, { opens: true, origins: ["https://a.example"] });
  const stored = JSON.parse(JSON.stringify({ rules: [], views: rules.getState().views }));
  rules.getState().hydrate(stored);
  expect(viewRule(rules.getState().views, await identify())).toMatchObject({ opens: true });
  for (const patch of [
    { command: "other" },
    { args: ["--safe", "--other"] },
    { variables: [{ name: "PLACE", token: "Nowhere" }] },
  ]) {
    usePrograms.getState().change(id, patch);
    expect(await identify()).toMatchObject({ id, name: "Tides", host: "Tides" });
    expect(viewRule(rules.getState().views, await identify())).toBeUndefined();
    usePrograms.getState().change(id, draft);
  }
  // A rule from before commands were part of rules counts no more.
  expect(viewRule([{ ...stored.views[0], serverHash: undefined }], await identify())).toBeUndefined();

  usePrograms.getState().change(id, { command: "other" });
  rules.getState().allowView(await identify(), { opens: true });
  expect(rules.getState().views).toMatchObject([{ sourceId: id, opens: true, origins: [] }]);
  usePrograms.getState().remove(id);
  delete process.env.BUILD_APP;
});

test("permissions for pages belong to a server and its host, and can be removed @T9.12", async () => {
  const { viewRule } = await import("@/lib/chat/tool-rules");
  const { createToolRules } = await import("@/store/tools/tool-rules");
  const ids = ["r1", "r2"];
  const rules = createToolRules({ env: { now: () => 7, newId: () => ids.shift() ?? "" } });
  const tides = { id: "a", name: "Tides", host: "a.example" };
  rules.getState().allowView(tides, { origins: ["https://b.example"] });
  rules.getState().allowView(tides, { opens: true });
  rules.getState().allowView({ ...tides, host: "c.example" }, { opens: true });
  const first = {
    id: "r1",
    sourceId: "a",
    source: "Tides",
    host: "a.example",
    opens: true,
    origins: ["https://b.example"],
    since: 7,
  };
  expect(rules.getState().views).toEqual([first, { ...first, id: "r2", host: "c.example", origins: [] }]);
  expect(viewRule(rules.getState().views, { id: "a", host: "d.example" })).toBeUndefined();
  const stored = JSON.parse(JSON.stringify({ rules: [], views: [...rules.getState().views, { id: 1 }] }));
  rules.getState().hydrate(stored);
  rules.getState().remove("r2");
  expect(rules.getState().views).toEqual([first]);
});
