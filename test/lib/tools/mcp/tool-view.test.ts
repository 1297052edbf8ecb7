import { listTools } from "@/lib/tools/mcp/listings";
import { mcpTools, resourceTool, toolForView } from "@/lib/tools/mcp/mcp-tools";
import type { McpPeer } from "@/lib/tools/mcp/peer";
import { addressHash, programHash } from "@/lib/tools/mcp/server-hash";
import { readViewMeta } from "@/lib/tools/mcp/tool-view";
import { readViewPage } from "@/lib/tools/mcp/view-page";
import { toolFingerprint } from "@/lib/tools/tool-fingerprint";

const both = { isForModel: true, isForView: true };

test.each<[string, unknown, unknown]>([
  ["no metadata", undefined, both],
  ["a page", { ui: { resourceUri: "ui://a" } }, { ...both, uri: "ui://a" }],
  ["a page under the older name", { "ui/resourceUri": "ui://a" }, { ...both, uri: "ui://a" }],
  ["both names", { ui: { resourceUri: "ui://a" }, "ui/resourceUri": "ui://b" }, { ...both, uri: "ui://a" }],
  ["another scheme", { ui: { resourceUri: "https://a.example" } }, both],
  ["a long address", { ui: { resourceUri: `ui://${"x".repeat(2000)}` } }, both],
  ["an address that is no text", { ui: { resourceUri: 7 } }, both],
  ["only for pages", { ui: { visibility: ["app"] } }, { isForModel: false, isForView: true }],
  ["only for models", { ui: { visibility: ["model"] } }, { isForModel: true, isForView: false }],
  ["for nobody", { ui: { visibility: [] } }, { isForModel: false, isForView: false }],
  ["an invalid visibility", { ui: { visibility: "app" } }, both],
  ["a text", "ui", both],
])("the metadata of a tool with %s are read @T9.13", (_name, meta, expected) => {
  expect(readViewMeta(meta)).toEqual(expected);
});

/** A peer that returns a result for each method. */
function peerWith(results: Readonly<Record<string, unknown>>): McpPeer {
  return { request: async (method) => results[method], close: async () => {} };
}

const tools = [
  { name: "tides", inputSchema: {}, _meta: { ui: { resourceUri: "ui://a" } } },
  { name: "refresh", inputSchema: {}, _meta: { ui: { visibility: ["app"] } } },
];
const result = { content: [{ type: "text", text: "high" }], structuredContent: { level: 2 }, _meta: { at: 1 } };
const context = { signal: new AbortController().signal, onProgress: () => {} };

test("models get no tool for pages only, and the result of a tool with a page is stored whole @T9.13", async () => {
  const peer = peerWith({ "tools/list": { tools }, "tools/call": result });
  const definitions = await listTools(peer);
  const offered = mcpTools(definitions, { id: "s", name: "Tides", host: "a.example", peer });
  expect(offered.map(({ ownName, view }) => ({ ownName, view }))).toEqual([
    { ownName: "tides", view: { server: "s", uri: "ui://a" } },
  ]);
  expect(await offered[0]?.run({}, context)).toEqual({
    text: "high",
    view: { server: "s", uri: "ui://a", result: JSON.stringify(result) },
  });
});

test("a permission for a tool ends if its callers change; the fingerprint of other tools stays @T9.2 @T9.3", async () => {
  const fingerprintOf = async (_meta?: object) => {
    const peer = peerWith({ "tools/list": { tools: [{ name: "tides", inputSchema: {}, ...(_meta && { _meta }) }] } });
    const [definition] = await listTools(peer);
    if (!definition) throw new Error("no tool");
    return toolFingerprint(toolForView(definition, { id: "s", name: "Tides", host: "a.example", peer }, () => {}));
  };
  const plain = await fingerprintOf();
  expect(plain).toBe("2127292ff1c333ccd7647385fd7dea9e");
  expect(await fingerprintOf({ ui: { resourceUri: "ui://a" } })).toBe(plain);
  expect(await fingerprintOf({ ui: { visibility: ["app", "model"] } })).toBe(plain);
  const limited = await Promise.all([["model"], ["app"]].map((visibility) => fingerprintOf({ ui: { visibility } })));
  expect(new Set([plain, ...limited]).size).toBe(3);
});

test("a permission for a tool of a program ends with its command @T9.2 @T9.3", async () => {
  const peer = peerWith({ "tools/list": { tools } });
  const definitions = await listTools(peer);
  const fingerprintsOf = (hash?: string) => {
    const origin = { id: "s", name: "Tides", host: "Tides", serverHash: hash, peer };
    const [tool] = mcpTools(definitions, origin);
    const [, definition] = definitions;
    if (!tool || !definition) throw new Error("no tool");
    return [tool, toolForView(definition, origin, () => {}), resourceTool(origin, () => {})].map(toolFingerprint);
  };
  const line = { command: "tides", args: ["a b"], env: { A: "1", B: "2" } };
  const hash = programHash(line);
  expect(programHash({ ...line, env: { B: "2", A: "1" } })).toBe(hash);
  const others = [
    { ...line, command: "other" },
    { ...line, args: ["a", "b"] },
    { ...line, args: [] },
    { ...line, env: { A: "1", B: "3" } },
  ].map(programHash);
  expect(fingerprintsOf(hash)).toEqual(fingerprintsOf(hash));
  const all = [undefined, hash, ...others].flatMap(fingerprintsOf);
  expect(new Set(all).size).toBe(all.length);
});

test("a permission for a tool of a remote server ends with its origin and path @T9.2 @T9.3", () => {
  const hash = addressHash("https://a.example/tides/mcp");
  // A key in the query may change.
  expect(addressHash("https://a.example/tides/mcp?key=1#top")).toBe(hash);
  const others = ["https://a.example/other/mcp", "https://b.example/tides/mcp", "https://a.example:8443/tides/mcp"];
  const all = [hash, ...[...others, "http://a.example/tides/mcp", "https://a.example/tides/mcp/"].map(addressHash)];
  expect(new Set(all).size).toBe(all.length);
});

test("a result that is too long to store is not stored for its page", async () => {
  const long = { content: [{ type: "text", text: "x".repeat(200_000) }] };
  const peer = peerWith({ "tools/list": { tools }, "tools/call": long });
  const [tool] = mcpTools(await listTools(peer), { id: "s", name: "Tides", host: "a.example", peer });
  expect((await tool?.run({}, context))?.view).toEqual({ server: "s", uri: "ui://a" });
});

test("a tool that a page calls passes the complete result on", async () => {
  const peer = peerWith({ "tools/list": { tools }, "tools/call": result });
  const [, definition] = await listTools(peer);
  const results: unknown[] = [];
  if (!definition) throw new Error("no tool");
  const tool = toolForView(definition, { id: "s", name: "Tides", host: "a.example", peer }, (given) =>
    results.push(given),
  );
  expect(await tool.run({}, context)).toEqual({ text: "high" });
  expect(results).toEqual([result]);
});

const html = "<!doctype html><p>Tides";
const type = "text/html;profile=mcp-app";
const noOrigins = { connect: [], resource: [], rejected: [] };

test.each<[string, unknown, unknown]>([
  ["text", [{ uri: "ui://a", mimeType: type, text: html }], { html, origins: noOrigins, hasBorder: true }],
  ["bytes", [{ mimeType: type, blob: btoa(html) }], { html, origins: noOrigins, hasBorder: true }],
  [
    "a type with spaces",
    [{ mimeType: 'Text/HTML; profile="mcp-app"', text: html }],
    { html, origins: noOrigins, hasBorder: true },
  ],
  [
    "origins and no border",
    [
      {
        mimeType: type,
        text: html,
        _meta: { ui: { csp: { connectDomains: ["https://b.example"] }, prefersBorder: false } },
      },
    ],
    { html, origins: { ...noOrigins, connect: ["https://b.example"] }, hasBorder: false },
  ],
  [
    "a page after another resource",
    [
      { mimeType: "text/plain", text: "x" },
      { mimeType: type, text: html },
    ],
    { html, origins: noOrigins, hasBorder: true },
  ],
])("a page is read from %s", async (_name, contents, expected) => {
  const peer = peerWith({ "resources/read": { contents } });
  expect(await readViewPage(peer, "ui://a", { ownHost: "app.example" })).toEqual(expected);
});

test.each<[string, unknown, string]>([
  ["plain HTML", { contents: [{ mimeType: "text/html", text: html }] }, "protocol"],
  ["no content", { contents: [] }, "protocol"],
  ["nothing", undefined, "protocol"],
  ["neither text nor bytes", { contents: [{ mimeType: type }] }, "protocol"],
  ["broken bytes", { contents: [{ mimeType: type, blob: "%" }] }, "protocol"],
  ["a page of 5 MB", { contents: [{ mimeType: type, text: "x".repeat(5_000_001) }] }, "too-large"],
])("a resource with %s is refused as a page @T9.12", async (_name, read, kind) => {
  const page = readViewPage(peerWith({ "resources/read": read }), "ui://a", { ownHost: "app.example" });
  await expect(page).rejects.toMatchObject({ name: "McpFailure", kind });
});
