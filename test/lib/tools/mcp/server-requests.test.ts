import type { ToolReply, ToolRequest, ToolRequests } from "@/lib/chat/tool-request";
import { listTools } from "@/lib/tools/mcp/listings";
import { mcpTools } from "@/lib/tools/mcp/mcp-tools";
import { createRemotePeer } from "@/lib/tools/mcp/remote-peer";
import { createServerRequests } from "@/lib/tools/mcp/server-requests";
import { type EverythingServer, startEverything } from "@/test/support/mcp-everything";

describe.each(["streamableHttp", "sse"] as const)("the reference server over %s", (transport) => {
  let server: EverythingServer;
  beforeAll(async () => {
    server = await startEverything(transport);
  });
  afterAll(() => server.stop());

  /** Calls a tool and replies to its requests. */
  async function call(
    name: string,
    args: Readonly<Record<string, unknown>>,
    ask: (request: ToolRequest, signal: AbortSignal) => Promise<ToolReply>,
    given: {
      readonly silenceMs?: number;
      readonly allowsSampling?: boolean;
      readonly complete?: ToolRequests["complete"];
    } = {},
  ) {
    const { silenceMs = 120_000, allowsSampling, complete } = given;
    const { signal } = new AbortController();
    let tellChange = () => {};
    const changed = new Promise<void>((resolve) => {
      tellChange = resolve;
    });
    const peer = createRemotePeer({
      ...{ env: { fetch }, url: server.url, transport: "auto", headers: {}, clientName: "Tester" },
      ...{ relay: () => undefined, auth: () => undefined, onChallenge: () => {}, onToolsChanged: tellChange },
      allowsSampling,
      timeouts: { silenceMs, totalMs: 600_000 },
    });
    // The server offers these tools once it knows the abilities of the client.
    for (
      let listed = await listTools(peer);
      !listed.some((tool) => tool.name === name);
      listed = await listTools(peer)
    ) {
      await changed;
    }
    const definitions = await listTools(peer);
    const tool = mcpTools(definitions, { id: "1", name: "Everything", host: "x", peer }).find(
      ({ ownName }) => ownName === name,
    );
    const outcome = await tool?.run(args, { signal, onProgress: () => {}, requests: { ask, complete } });
    await peer.close();
    return outcome;
  }

  test("a form is passed to the user, and the values go back", async () => {
    const requests: ToolRequest[] = [];
    const outcome = await call("trigger-elicitation-request", {}, async (request) => {
      requests.push(request);
      return {
        action: "accept",
        values: { name: "Ada", check: true, integer: 7, untitledMultipleSelectEnum: ["Piano"] },
      };
    });
    expect(requests).toMatchObject([
      {
        type: "form",
        message: "Please provide inputs for the following fields:",
        fields: [{ name: "name", isRequired: true }, { kind: "boolean" }, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}],
      },
    ]);
    expect(outcome?.text).toContain("- Name: Ada");
    expect(outcome?.text).toContain("- Favorite Integer: 7");
  });

  test.each(["decline", "cancel"] as const)("the server is notified of %s", async (action) => {
    const outcome = await call("trigger-elicitation-request", {}, async () => ({ action }));
    expect(outcome?.text).toContain(`"action": "${action}"`);
  });

  test("a page to open is passed to the user", async () => {
    const asked: ToolRequest[] = [];
    const outcome = await call("trigger-url-elicitation", { url: "https://bank.test/" }, async (request) => {
      asked.push(request);
      return { action: "accept" };
    });
    expect(asked).toEqual([
      { type: "link", message: "Please open the link to complete this action.", url: "https://bank.test/" },
    ]);
    expect(outcome?.text).toContain('"action": "accept"');
  });

  test("a page that must be opened before the call is offered, and the call has failed", async () => {
    const asked: ToolRequest[] = [];
    const args = { url: "https://bank.test/", errorPath: true };
    const outcome = await call("trigger-url-elicitation", args, async (request) => {
      asked.push(request);
      return { action: "accept" };
    });
    expect(asked).toMatchObject([{ type: "link", url: "https://modelcontextprotocol.io/" }]);
    expect(outcome).toMatchObject({ problem: "failed" });
  });

  test("a page that is not allowed is rejected without asking", async () => {
    const ask = jest.fn();
    const outcome = await call("trigger-url-elicitation", { url: "http://bank.test/" }, ask);
    expect(outcome?.problem).toBe("failed");
    expect(ask).not.toHaveBeenCalled();
  });

  test("a text is written by the model after the user has allowed it, and goes back", async () => {
    const steps: unknown[] = [];
    const outcome = await call(
      "trigger-sampling-request",
      { prompt: "Tides", maxTokens: 50 },
      async (request) => {
        steps.push(request);
        return { action: "accept" };
      },
      {
        allowsSampling: true,
        async complete(request) {
          steps.push(request);
          return { text: "High at noon", model: "gpt-4o", isCut: false };
        },
      },
    );
    const request = {
      type: "completion",
      systemPrompt: "You are a helpful test server.",
      messages: [{ role: "user", text: "Resource trigger-sampling-request context: Tides" }],
      maxTokens: 50,
    };
    expect(steps).toEqual([request, request]);
    expect(outcome?.text).toContain("High at noon");
  });

  test("without the user's permission the model is not called", async () => {
    const complete = jest.fn();
    const outcome = await call("trigger-sampling-request", { prompt: "x" }, async () => ({ action: "decline" }), {
      allowsSampling: true,
      complete,
    });
    expect(outcome).toMatchObject({ problem: "failed" });
    expect(outcome?.text).toContain("The user rejected the request.");
    expect(complete).not.toHaveBeenCalled();
  });

  test("a failed call of the model tells the server nothing about its reason", async () => {
    const outcome = await call("trigger-sampling-request", { prompt: "x" }, async () => ({ action: "accept" }), {
      allowsSampling: true,
      complete: () => Promise.reject(new Error("The key sk-1 was rejected.")),
    });
    expect(outcome?.text).toContain("The request failed.");
    expect(outcome?.text).not.toContain("sk-1");
  });

  test("the timeout does not run while the user is asked", async () => {
    const outcome = await call(
      "trigger-elicitation-request",
      {},
      () => new Promise((resolve) => setTimeout(resolve, 1500, { action: "decline" })),
      { silenceMs: 1000 },
    );
    expect(outcome?.text).toContain('"action": "decline"');
  });

  test("a silent call times out", async () => {
    const args = { duration: 60, steps: 1 };
    const outcome = await call("trigger-long-running-operation", args, jest.fn(), { silenceMs: 500 });
    expect(outcome).toEqual({ text: "", problem: "timeout" });
  });

  test("the list of roots is empty", async () => {
    const outcome = await call("get-roots-list", {}, jest.fn());
    expect(outcome?.problem).toBeUndefined();
    expect(outcome?.text).toContain("no roots");
  });
});

test("sampling is not offered to a server unless it is allowed", async () => {
  const server = await startEverything("streamableHttp");
  const peer = createRemotePeer({
    ...{ env: { fetch }, url: server.url, transport: "auto", headers: {}, clientName: "Tester" },
    ...{ relay: () => undefined, auth: () => undefined, onChallenge: () => {}, onToolsChanged: () => {} },
  });
  let names: string[] = [];
  while (!names.includes("get-roots-list")) names = (await listTools(peer)).map(({ name }) => name);
  expect(names).toContain("trigger-elicitation-request");
  expect(names).not.toContain("trigger-sampling-request");
  await peer.close();
  await server.stop();
});

describe("the responses to requests", () => {
  const form = { message: "Name?", requestedSchema: { type: "object", properties: {} } };
  const during = <T>(work: () => Promise<T>) => work();
  const { signal } = new AbortController();

  test("without a running call, and after its end, a request is rejected", async () => {
    const requests = createServerRequests();
    const ask = jest.fn(async (): Promise<ToolReply> => ({ action: "decline" }));
    await expect(requests.elicit(form, signal)).rejects.toThrow("No tool call is running.");
    const end = requests.begin({ requests: { ask }, during });
    expect(await requests.elicit(form, signal)).toEqual({ action: "decline" });
    end();
    await expect(requests.elicit(form, signal)).rejects.toThrow("No tool call is running.");
    expect(ask).toHaveBeenCalledTimes(1);
  });

  test("asks one request after the other, and at most ten during one call", async () => {
    const requests = createServerRequests();
    let open = 0;
    let mostOpen = 0;
    const ask = async (): Promise<ToolReply> => {
      open += 1;
      mostOpen = Math.max(mostOpen, open);
      await new Promise((resolve) => setTimeout(resolve, 1));
      open -= 1;
      return { action: "accept", values: {} };
    };
    requests.begin({ requests: { ask }, during });
    const replies = await Promise.allSettled(Array.from({ length: 12 }, () => requests.elicit(form, signal)));
    expect(mostOpen).toBe(1);
    expect(replies.map(({ status }) => status)).toEqual([...Array(10).fill("fulfilled"), "rejected", "rejected"]);
  });

  test("without a model, and for an invalid request, the user is not asked for a text", async () => {
    const requests = createServerRequests();
    const ask = jest.fn();
    requests.begin({ requests: { ask }, during });
    const asked = { messages: [{ role: "user", content: { type: "text", text: "Hi" } }], maxTokens: 5 };
    await expect(requests.sample(asked, signal)).rejects.toThrow("No model is available.");
    await expect(requests.sample({ ...asked, tools: [] }, signal)).rejects.toThrow("invalid");
    expect(ask).not.toHaveBeenCalled();
  });

  test("an invalid request does not reach the user", async () => {
    const requests = createServerRequests();
    const ask = jest.fn();
    requests.begin({ requests: { ask }, during });
    await expect(requests.elicit({ message: 1 }, signal)).rejects.toThrow("invalid");
    expect(ask).not.toHaveBeenCalled();
  });
});
