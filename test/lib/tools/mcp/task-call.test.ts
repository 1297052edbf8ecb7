import type { ToolReply, ToolRequest } from "@/lib/chat/tool-request";
import { McpFailure } from "@/lib/tools/mcp/failure";
import { listTools } from "@/lib/tools/mcp/listings";
import { mcpTools } from "@/lib/tools/mcp/mcp-tools";
import type { McpPeer } from "@/lib/tools/mcp/peer";
import { createRemotePeer } from "@/lib/tools/mcp/remote-peer";
import { callAsTask } from "@/lib/tools/mcp/task-call";
import { type EverythingServer, startEverything } from "@/test/support/mcp-everything";

describe("the reference server", () => {
  let server: EverythingServer;
  beforeAll(async () => {
    server = await startEverything("streamableHttp");
  });
  afterAll(() => server.stop());

  async function research(
    args: Readonly<Record<string, unknown>>,
    given: { readonly onProgress?: (text: string) => void; readonly ask?: () => Promise<ToolReply> } = {},
    controller = new AbortController(),
  ) {
    const sent: string[] = [];
    const watched = (url: string, init?: RequestInit) => {
      if (init?.method === "POST") sent.push(JSON.parse(String(init.body)).method ?? "response");
      return fetch(url, init);
    };
    const peer = createRemotePeer({
      ...{ env: { fetch: watched }, url: server.url, transport: "auto", headers: {}, clientName: "Tester" },
      ...{ relay: () => undefined, auth: () => undefined, onChallenge: () => {}, onToolsChanged: () => {} },
    });
    const isOne = ({ name }: { readonly name: string }) => name === "simulate-research-query";
    let definitions = await listTools(peer);
    while (!definitions.some(isOne)) definitions = await listTools(peer);
    const [tool] = mcpTools(definitions.filter(isOne), { id: "1", name: "Everything", host: "x", peer });
    const requests = { ask: given.ask ?? (async () => ({ action: "cancel" as const })) };
    const { onProgress = () => {} } = given;
    const outcome = await tool?.run(args, { signal: controller.signal, onProgress, requests });
    return { outcome, sent, peer };
  }

  test("a tool that runs only as a task shows its state and returns its result", async () => {
    const states: string[] = [];
    const { outcome, peer } = await research({ topic: "Tides" }, { onProgress: (text) => states.push(text) });
    expect(outcome?.problem).toBeUndefined();
    expect(outcome?.text).toContain("# Research Report: Tides");
    expect(states).toContain("Analyzing content...");
    await peer.close();
  }, 20_000);

  test("it asks the user, and continues with the reply", async () => {
    const asked: ToolRequest[] = [];
    const { outcome, peer } = await research(
      { topic: "python", ambiguous: true },
      {
        async ask(...[request]: [ToolRequest?]) {
          if (request) asked.push(request);
          return { action: "accept", values: { interpretation: "snake" } };
        },
      },
    );
    expect(asked).toMatchObject([{ type: "form", fields: [{ name: "interpretation", kind: "choice" }] }]);
    expect(outcome?.text).toContain("python (snake)");
    await peer.close();
  }, 20_000);

  test("stopping the call cancels the task", async () => {
    const controller = new AbortController();
    const { outcome, sent, peer } = await research(
      { topic: "Tides" },
      { onProgress: () => controller.abort() },
      controller,
    );
    expect(outcome).toEqual({ text: "", problem: "stopped" });
    while (sent.at(-1) !== "tasks/cancel") await new Promise((resolve) => setTimeout(resolve, 10));
    await peer.close();
  }, 20_000);
});

describe("the states of a task", () => {
  const task = (status: string, more = {}) => ({ taskId: "t1", status, ...more });

  /** A peer with prepared results, and the requests that it got. */
  function peerWith(results: readonly unknown[]) {
    const requests: unknown[] = [];
    const left = [...results];
    const peer: McpPeer = {
      async request(method, params) {
        requests.push([method, params]);
        const result = left.shift();
        if (result instanceof Error) throw result;
        return result;
      },
      close: async () => {},
    };
    return { peer, requests };
  }

  const options = { signal: new AbortController().signal };
  const params = { name: "tide", arguments: {} };

  test("a task that is already completed is read at once", async () => {
    const { peer, requests } = peerWith([{ task: task("completed") }, { content: [] }]);
    expect(await callAsTask(peer, params, options)).toEqual({ content: [] });
    expect(requests).toEqual([
      ["tools/call", { ...params, task: { ttl: 3_600_000 } }],
      ["tasks/result", { taskId: "t1" }],
    ]);
  });

  test.each([
    ["fails", [{ task: task("failed", { statusMessage: "No ship" }) }], { kind: "protocol", message: "No ship" }],
    ["was cancelled", [{ task: task("cancelled") }], { kind: "protocol", message: "The task has cancelled." }],
    ["is missing", [{ content: [] }], { kind: "protocol", message: "The server did not return a task." }],
    ["has an unknown state", [{ task: task("asleep") }], { kind: "protocol" }],
  ])("a task that %s has no result", async (_, results, failure) => {
    await expect(callAsTask(peerWith(results).peer, params, options)).rejects.toMatchObject(failure);
  });

  test("asks for the state again if the result takes long", async () => {
    const { peer, requests } = peerWith([
      { task: task("input_required") },
      new McpFailure("timeout"),
      task("completed"),
      { content: [] },
    ]);
    expect(await callAsTask(peer, params, options)).toEqual({ content: [] });
    expect(requests.slice(1)).toEqual([
      ["tasks/result", { taskId: "t1" }],
      ["tasks/get", { taskId: "t1" }],
      ["tasks/result", { taskId: "t1" }],
    ]);
  });

  test("a lost connection cancels the task", async () => {
    const { peer, requests } = peerWith([{ task: task("input_required") }, new McpFailure("network"), {}]);
    await expect(callAsTask(peer, params, options)).rejects.toMatchObject({ kind: "network" });
    expect(requests.at(-1)).toEqual(["tasks/cancel", { taskId: "t1" }]);
  });
});
