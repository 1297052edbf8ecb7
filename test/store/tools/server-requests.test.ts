import type { ToolRun } from "@/lib/chat/tool";
import type { ToolReply, ToolRequest } from "@/lib/chat/tool-request";
import { sampleSession } from "@/test/support/chat-samples";
import { type EverythingServer, startEverything } from "@/test/support/mcp-everything";
import { memoryStorage } from "@/test/support/memory-storage";

Object.assign(globalThis, {
  localStorage: memoryStorage(),
  addEventListener: () => {},
  BroadcastChannel: class {
    close() {}
    postMessage() {}
  },
  location: { origin: "https://app.test", host: "app.test" },
});

const { fetch } = globalThis;
/** The server's responses; the app has no built-in plugins here. */
globalThis.fetch = async (...call) => (String(call[0]).startsWith("/") ? Response.json([]) : fetch(...call));

let server: EverythingServer;
beforeAll(async () => {
  server = await startEverything("streamableHttp");
});
afterAll(() => server.stop());

/** Runs a tool of the reference server in a chat that has chosen it, and replies to its requests. */
async function runTool(
  ownName: string,
  argumentsText: string,
  replyTo: (request: ToolRequest) => ToolReply | "stop",
  allowsSampling = false,
) {
  const [{ useMcp }, connections, { mcpChoice }, { toolsOf }, { useToolAsks }, { useToolRequests }] = await Promise.all(
    [
      import("@/store/tools/mcp"),
      import("@/store/tools/mcp-connections"),
      import("@/store/tools/mcp-choice"),
      import("@/store/tools/tools"),
      import("@/store/tools/tool-asks"),
      import("@/store/tools/tool-requests"),
    ],
  );
  await useMcp.whenRead();
  const draft = { name: "Everything", url: server.url, transport: "auto", headers: [], allowsSampling } as const;
  const { id } = useMcp.getState().add(draft);
  const session = sampleSession({ id: "s" });
  const chat = { ...session, mask: { ...session.mask, plugin: [mcpChoice(id)] } };
  const complete = async () => ({ text: "High at noon", model: "gpt-4o", isCut: false });
  let offered = await toolsOf(chat, { complete });
  // The server offers these tools once it knows the abilities of the client.
  while (!offered.tools.some((tool) => tool.ownName === ownName)) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    offered = await toolsOf(chat, { complete });
  }

  const controller = new AbortController();
  const asked: { readonly source: string; readonly host: string }[] = [];
  const unsubscribe = [
    useToolAsks.subscribe(({ asks, decide }) => {
      for (const ask of Object.keys(asks)) decide(ask, "once");
    }),
    useToolRequests.subscribe(({ requests, reply }) => {
      for (const [request, { source, host, request: content }] of Object.entries(requests)) {
        asked.push({ source, host });
        const answer = replyTo(content);
        if (answer === "stop") controller.abort();
        else reply(request, answer);
      }
    }),
  ];
  const runs: ToolRun[] = [];
  const name = offered.tools.find((tool) => tool.ownName === ownName)?.name ?? "";
  const outcome = await offered.runCall(
    { id: "c", name, argumentsText },
    { signal: controller.signal, report: (run) => void runs.push(run) },
  );
  for (const end of unsubscribe) end();
  connections.disconnect(id);
  return {
    outcome,
    asked,
    states: runs.flatMap(({ state }) => state ?? []),
    open: useToolRequests.getState().requests,
  };
}

test("a request of a server waits in its call's row with the server's name and host, and the reply goes back @T9.3", async () => {
  const { outcome, asked, states, open } = await runTool("trigger-elicitation-request", "{}", () => ({
    action: "accept",
    values: { name: "Ada" },
  }));
  expect(asked).toEqual([{ source: "Everything", host: new URL(server.url).host }]);
  expect(states).toEqual(["waiting", "running", "waiting", "running"]);
  expect(outcome.text).toContain("- Name: Ada");
  expect(open).toEqual({});
});

test("stopping the reply while a request waits closes the request and stops the call", async () => {
  const { outcome, open } = await runTool("trigger-elicitation-request", "{}", () => "stop");
  expect(outcome.problem).toBe("stopped");
  expect(open).toEqual({});
});

test("the chat's model writes a text for a server that is allowed to ask, after a confirmation @T9.3", async () => {
  const { outcome, asked } = await runTool(
    "trigger-sampling-request",
    '{"prompt":"Tides","maxTokens":50}',
    ({ type }) => ({ action: type === "completion" ? "accept" : "cancel" }),
    true,
  );
  expect(asked).toHaveLength(1);
  expect(outcome.text).toContain("High at noon");
});
