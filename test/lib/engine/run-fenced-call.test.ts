import type { ChatEvent } from "@/lib/chat/event";
import type { Tool } from "@/lib/chat/tool";
import { runFencedCall } from "@/lib/engine/run-fenced-call";
import type { RunCall } from "@/lib/engine/run-turn";

const tool: Tool = {
  name: "files_read",
  description: "",
  parameters: {},
  source: { kind: "mcp", id: "files", name: "My files" },
  ownName: "read",
  host: "files.test",
  isReading: true,
  run: async () => ({ text: "" }),
};
const request = '{"method":"tools/call","params":{"name":"read","arguments":{"path":"a"}}}';
const text = (body = request, client = "files") => `So:\n\`\`\`json:mcp:${client}\n${body}\n\`\`\``;

async function run(of: string, runCall: RunCall = async () => ({ text: "tide" })): Promise<ChatEvent[]> {
  const events: ChatEvent[] = [];
  const env = { now: () => 5 };
  const { signal } = new AbortController();
  for await (const event of runFencedCall(of, { tools: [tool], runCall, signal, env })) events.push(event);
  return events;
}

test("runs a call in the text under the tool's own name", async () => {
  const asked: unknown[] = [];
  const events = await run(text(), async (call, { report }) => {
    asked.push(call);
    report({ state: "running" });
    return { text: "tide" };
  });
  expect(asked).toEqual([{ id: "files", name: "files_read", argumentsText: '{"path":"a"}' }]);
  expect(events).toEqual([
    { type: "fenced-call", name: "read", argumentsText: '{"path":"a"}' },
    { type: "fenced-run", run: { client: "files" } },
    { type: "fenced-run", run: { state: "running" } },
    { type: "fenced-run", run: { state: "done", result: "tide", ms: 0 } },
  ]);
});

test("reports the web pages in a result as sources", async () => {
  const sources = [{ url: "https://sea.example/" }];
  const events = await run(text(), async () => ({ text: "tide", sources }));
  expect(events.at(-1)).toEqual({ type: "tool-sources", sources });
});

test("an invalid call fails, and nothing runs", async () => {
  const runs = jest.fn<ReturnType<RunCall>, Parameters<RunCall>>();
  const events = await run(text("{"), runs);
  expect(runs).not.toHaveBeenCalled();
  expect(events.at(-1)).toEqual({
    type: "fenced-run",
    run: { state: "failed", result: "", problem: "bad-arguments", isError: true, ms: 0 },
  });
});

test("ignores a call to a client that the chat has not selected, and a reply without a call @T9.5", async () => {
  expect(await run(text(request, "other"))).toEqual([]);
  expect(await run("Nothing to call.")).toEqual([]);
});
