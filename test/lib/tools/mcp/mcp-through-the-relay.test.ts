import { fetchPinned } from "@/lib/server/pinned-fetch";
import { pluginProxyRoute } from "@/lib/server/plugin-proxy-route";
import { listTools } from "@/lib/tools/mcp/listings";
import { mcpTools } from "@/lib/tools/mcp/mcp-tools";
import { createRemotePeer } from "@/lib/tools/mcp/remote-peer";
import { fakeEnvironment } from "@/test/support/fake-environment";
import { type OwnMcpServer, startOwnMcp } from "@/test/support/mcp-own";
import { testServer } from "@/test/support/test-server";

const publicName = "https://closed.example";

let own: OwnMcpServer;
beforeEach(async () => {
  own = await startOwnMcp({ letsPagesIn: false });
});
afterEach(() => own.close());

/** A page that the server of the protocol's library does not let read its answers; the relay reaches it by its public name. */
function openPage(settings: Readonly<Record<string, string>> = {}, answer?: () => Response) {
  const server = {
    ...testServer(fakeEnvironment(), { CODE: "one", PLUGIN_PROXY_INTERNAL_HOSTS: publicName, ...settings }),
    reach: async (call: Parameters<typeof fetchPinned>[0]) =>
      answer?.() ?? fetchPinned({ ...call, url: new URL(call.url.pathname + call.url.search, own.url) }),
  };
  const env = fakeEnvironment({
    responses: async ({ url, init }) => {
      if (!url.startsWith("/api/proxy")) throw new TypeError("Failed to fetch");
      return pluginProxyRoute(
        new Request(`http://chat.example${url}`, { ...init, duplex: "half" } as RequestInit),
        server,
      );
    },
  });
  let tellChanged: () => void = () => {};
  const changed = new Promise<void>((resolve) => {
    tellChanged = resolve;
  });
  const peer = createRemotePeer({
    env,
    url: `${publicName}/mcp`,
    transport: "auto",
    headers: { "x-key": "of the person" },
    clientName: "Tester",
    relay: () => ({ url: "/api/proxy", headers: { Authorization: "Bearer nk-one" } }),
    auth: () => undefined,
    onChallenge: () => {},
    onToolsChanged: tellChanged,
  });
  return { peer, changed };
}

test("a server without CORS works entirely through the relay: tools, calls, and change notifications", async () => {
  const { peer, changed } = openPage();
  const definitions = await listTools(peer);
  const [tide] = mcpTools(definitions, { id: "1", name: "Own", host: "closed.example", peer });
  const run = { signal: new AbortController().signal, onProgress: () => {} };
  expect(await tide?.run({}, run)).toEqual({ text: "The next tide" });
  while (!own.arrived.some(({ method }) => method === "GET")) await new Promise(setImmediate);
  await own.describe("Sends money");
  await changed;
  expect(await listTools(peer)).toMatchObject([{ name: "tide", description: "Sends money" }]);
  const sent = own.arrived.map(({ headers }) => [headers["x-key"], headers.authorization, headers.cookie]);
  expect(new Set(sent.map(String))).toEqual(new Set([String(["of the person", undefined, undefined])]));
  await peer.close();
});

test("such a server cannot be reached if the operator disabled the relay", async () => {
  const { peer } = openPage({ DISABLE_PLUGIN_PROXY: "1" });
  await expect(listTools(peer)).rejects.toMatchObject({ kind: "refused" });
  expect(own.arrived).toEqual([]);
});

test("an address without an MCP server is reported as such", async () => {
  const { peer } = openPage({}, () => new Response("<h1>Not found</h1>", { status: 404 }));
  await expect(listTools(peer)).rejects.toMatchObject({ kind: "not-found" });
});
