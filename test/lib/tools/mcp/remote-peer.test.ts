import { promptText, resourceText } from "@/lib/tools/mcp/content-text";
import { listPrompts, listResources, listTools } from "@/lib/tools/mcp/listings";
import { mcpTools } from "@/lib/tools/mcp/mcp-tools";
import { createRemotePeer } from "@/lib/tools/mcp/remote-peer";
import { type EverythingServer, startEverything } from "@/test/support/mcp-everything";

const env = { fetch: (url: string, init?: RequestInit) => fetch(url, init) };

function peerOf(url: string, more: Partial<Parameters<typeof createRemotePeer>[0]> = {}) {
  return createRemotePeer({
    env,
    url,
    transport: "auto",
    headers: {},
    clientName: "Tester",
    relay: () => undefined,
    auth: () => undefined,
    onChallenge: () => {},
    onToolsChanged: () => {},
    ...more,
  });
}

async function toolOf(url: string, name: string, more: Parameters<typeof peerOf>[1] = {}) {
  const peer = peerOf(url, more);
  const tools = mcpTools(await listTools(peer), { id: "mcp:1", name: "Everything", host: new URL(url).host, peer });
  const tool = tools.find(({ ownName }) => ownName === name);
  if (!tool) throw new Error(`no tool ${name}`);
  return { peer, tool };
}

const quiet = () => ({ signal: new AbortController().signal, onProgress: () => {} });

describe.each(["streamableHttp", "sse"] as const)("over %s", (transport) => {
  let server: EverythingServer;
  beforeAll(async () => {
    server = await startEverything(transport);
  });
  afterAll(() => server.stop());

  test("lists and runs tools", async () => {
    const { peer, tool } = await toolOf(server.url, "echo");
    expect(tool).toMatchObject({ name: "echo", host: new URL(server.url).host, source: { kind: "mcp", id: "mcp:1" } });
    expect(await tool.run({ message: "high tide" }, quiet())).toEqual({ text: "Echo: high tide" });
    await peer.close();
  });

  test("reports an invalid call as an error of the tool", async () => {
    const { peer, tool } = await toolOf(server.url, "get-sum");
    expect(await tool.run({ a: "x" }, quiet())).toEqual({
      text: expect.stringContaining("Input validation error"),
      problem: "failed",
    });
    await peer.close();
  });

  test("lists and reads prompts and resources", async () => {
    const peer = peerOf(server.url);
    const prompts = await listPrompts(peer);
    expect(prompts.map(({ name }) => name)).toContain("simple-prompt");
    expect(promptText(await peer.request("prompts/get", { name: "simple-prompt" }))).toBe(
      "This is a simple prompt without arguments.",
    );
    const [resource] = await listResources(peer);
    expect(resourceText(await peer.request("resources/read", { uri: resource?.uri ?? "" }))).not.toBe("");
    await peer.close();
  });

  test("reports the progress of a long call", async () => {
    const { peer, tool } = await toolOf(server.url, "trigger-long-running-operation");
    const progress: string[] = [];
    const { signal } = quiet();
    const outcome = await tool.run({ duration: 1, steps: 2 }, { signal, onProgress: (text) => progress.push(text) });
    expect(outcome.problem).toBeUndefined();
    expect(progress[0]).toBe("1 / 2");
    await peer.close();
  });

  test("stopping a call ends it at once, notifies the server, and the session stays", async () => {
    const sent: unknown[] = [];
    const watched = (url: string, init?: RequestInit) => {
      const { method } = init?.method === "POST" ? JSON.parse(String(init.body)) : {};
      // Replies to requests of the server have none.
      if (method) sent.push(method);
      return fetch(url, init);
    };
    const { peer, tool } = await toolOf(server.url, "trigger-long-running-operation", { env: { fetch: watched } });
    const controller = new AbortController();
    const outcome = tool.run(
      { duration: 60, steps: 600 },
      { signal: controller.signal, onProgress: () => controller.abort() },
    );
    expect(await outcome).toEqual({ text: "", problem: "stopped" });
    expect(sent.slice(-2)).toEqual(["tools/call", "notifications/cancelled"]);
    expect((await listTools(peer)).length).toBeGreaterThan(5);
    await peer.close();
  });

  test("reaches a server in the local network over http with the consent for its host, and not without", async () => {
    const local = new URL(server.url);
    const url = `http://nas.local${local.pathname}`;
    const toNas = (address: string, init?: RequestInit) =>
      fetch(address.replace("http://nas.local", local.origin), init);
    const peer = peerOf(url, { env: { fetch: toNas }, plainHost: "nas.local" });
    expect((await listTools(peer)).map(({ name }) => name)).toContain("echo");
    await peer.close();
    await expect(listTools(peerOf(url, { env: { fetch: toNas } }))).rejects.toMatchObject({ kind: "network" });
  });

  test("opens another session for the next call after the server was lost", async () => {
    const first = await startEverything(transport);
    const { peer, tool } = await toolOf(first.url, "echo");
    await first.stop();
    expect((await tool.run({ message: "gone" }, quiet())).problem).toBe("network");
    const second = await startEverything(transport, first.port);
    expect(await tool.run({ message: "back" }, quiet())).toEqual({ text: "Echo: back" });
    await peer.close();
    await second.stop();
  });
});
