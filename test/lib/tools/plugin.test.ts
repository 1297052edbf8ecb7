import { credentialOf, emptyPlugin, type Plugin, readPlugins } from "@/lib/tools/plugin";
import { pluginTools, serverOf } from "@/lib/tools/plugin-tools";

const content = JSON.stringify({
  openapi: "3.0.0",
  info: { title: "Tides", version: "1.2" },
  servers: [{ url: "https://tides.test:8443/v1" }],
  paths: {
    "/now": { get: { operationId: "tide.now", summary: "High water now" }, delete: {} },
  },
});
const plugin: Plugin = { ...emptyPlugin({ id: "p1", now: 5 }), title: "Tides", content };

test.each<[Partial<Plugin>, object | undefined]>([
  [
    { authType: "bearer", authToken: "t" },
    { place: "header", name: "Authorization", value: "Bearer t" },
  ],
  [
    { authType: "basic", authToken: "dXNlcg==" },
    { place: "header", name: "Authorization", value: "Basic dXNlcg==" },
  ],
  [
    { authType: "basic", authToken: "ü:p" },
    { place: "header", name: "Authorization", value: "Basic w7w6cA==" },
  ],
  [
    { authType: "custom", authToken: "t", authHeader: "X-Key", authLocation: "query" },
    { place: "query", name: "X-Key", value: "t" },
  ],
  [
    { authType: "custom", authToken: "t" },
    { place: "header", name: "Authorization", value: "t" },
  ],
  [
    { authType: "bearer", authToken: "t", authHeader: "X-Key" },
    { place: "header", name: "Authorization", value: "Bearer t" },
  ],
  [{ authType: "bearer", authToken: "" }, undefined],
  [{ authType: "", authToken: "t" }, undefined],
  [{ authType: "none", authToken: "t" }, undefined],
  [
    { authType: "bearer", authToken: "t", authHost: "tides.test:8443" },
    { place: "header", name: "Authorization", value: "Bearer t" },
  ],
  [{ authType: "bearer", authToken: "t", authHost: "other.test" }, undefined],
])("returns the credential of %j", (change, credential) => {
  expect(credentialOf({ ...plugin, ...change }, "tides.test:8443")).toEqual(credential);
});

test("each operation is a tool with its host; read-only ones are marked", async () => {
  const sent: unknown[] = [];
  const tools = await pluginTools({ ...plugin, authType: "bearer", authToken: "t" }, async (call, to) => {
    sent.push([call, to.server, to.usesRelay]);
    return { text: "06:12" };
  });
  const parameters = { type: "object", properties: {} };
  const source = { kind: "plugin", id: "p1", name: "Tides" };
  const run = expect.any(Function);
  expect(tools).toEqual([
    {
      name: "tide_now",
      description: "High water now",
      parameters,
      source,
      ownName: "tide.now",
      host: "tides.test:8443",
      isReading: true,
      run,
    },
    {
      name: "DELETE_now",
      description: "",
      parameters,
      source,
      ownName: "DELETE_now",
      host: "tides.test:8443",
      isReading: false,
      run,
    },
  ]);
  const context = { signal: new AbortController().signal, onProgress: () => {} };
  expect(await tools[0]?.run({}, context)).toEqual({ text: "06:12" });
  expect(sent).toEqual([
    [{ method: "GET", path: "/now", headers: { Authorization: "Bearer t" } }, "https://tides.test:8443/v1", false],
  ]);
});

test("resolves a relative server address against the document's own address, if it has one", async () => {
  const { servers: _none, ...rest } = JSON.parse(content);
  const bare = { ...plugin, content: JSON.stringify({ ...rest, servers: [{ url: "/v1" }] }) };
  const send = async () => ({ text: "" });
  expect(await pluginTools(bare, send)).toEqual([]);
  const source = "https://docs.test/api/openapi.json";
  expect((await pluginTools({ ...bare, source }, send)).map(({ host }) => host)).toEqual(["docs.test", "docs.test"]);
  expect(serverOf({ server: "/v1" }, { source })).toBe("https://docs.test/v1");
  expect(serverOf({ server: "" }, { source })).toBe("https://docs.test");
  expect(serverOf({ server: "https://tides.test/v1" }, { source })).toBe("https://tides.test/v1");
});

test("reads stored plugins newest first, drops invalid fields and keeps unknown ones", () => {
  const stored = {
    plugins: {
      p0: { id: "p0", createdAt: 1, content: "x", authType: "oauth", extra: 7 },
      p1: { ...plugin, createdAt: 9 },
      odd: 7,
      nameless: { title: "T" },
    },
  };
  expect(readPlugins(stored)).toEqual([
    { ...plugin, createdAt: 9 },
    { ...emptyPlugin({ id: "p0", now: 1 }), version: "", content: "x", extra: 7 },
  ]);
  expect(readPlugins(null)).toEqual([]);
});
