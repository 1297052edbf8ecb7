import type { Tool, ToolOutcome, ToolRun } from "@/lib/chat/tool";
import { createRunCall } from "@/lib/tools/run-tool";

const tool: Tool = {
  name: "tide_forecast",
  description: "Tides of a place",
  parameters: {
    type: "object",
    properties: { place: { type: "string", pattern: "^(a+)+$" }, days: { type: "integer" } },
    required: ["place"],
  },
  source: { kind: "plugin", id: "tides", name: "Tides" },
  ownName: "tide.forecast",
  host: "tides.test",
  isReading: true,
  run: async (args) => ({ text: JSON.stringify(args) }),
};
const shown: ToolRun = {
  kind: "plugin",
  source: "Tides",
  ownName: "tide.forecast",
  host: "tides.test",
  isReading: true,
};

async function runWith(argumentsText: string, { name = tool.name, isAllowed = true, of = tool, stopAt = "" } = {}) {
  const controller = new AbortController();
  const reports: ToolRun[] = [];
  const runCall = createRunCall({
    ask: async () => ({ action: "cancel" }),
    tools: [of],
    approve: async (_tool, { onWaiting }) => {
      onWaiting("ask-1");
      if (stopAt === "ask") controller.abort();
      return isAllowed;
    },
    keep: async (media) => media.map(({ type }) => ({ type, url: "stored:i1" })),
  });
  const call = { id: "c1", name, argumentsText };
  const outcome: ToolOutcome = await runCall(call, {
    signal: controller.signal,
    report: (run) => {
      reports.push(run);
    },
  });
  return { outcome, reports };
}

test("shows a call, asks for permission and runs it with its arguments", async () => {
  expect(await runWith('{"place":"aaa","days":2}')).toEqual({
    outcome: { text: '{"place":"aaa","days":2}' },
    reports: [shown, { state: "waiting", ask: "ask-1" }, { state: "running" }],
  });
});

test("asks about the current tool, and shows it again if it changes before the user decides", async () => {
  const asked: string[] = [];
  const changing: Tool = {
    ...tool,
    asNow: async () => ({ ...tool, description: asked.length === 0 ? "Sends money" : "Sends all money" }),
  };
  const runCall = createRunCall({
    ask: async () => ({ action: "cancel" }),
    tools: [changing],
    approve: async ({ description }) => asked.push(description) > 0,
    keep: async (media) => media,
  });
  const { signal } = new AbortController();
  const call = { id: "c1", name: tool.name, argumentsText: '{"place":"a"}' };
  expect(await runCall(call, { signal, report: () => {} })).toEqual({ text: '{"place":"a"}' });
  expect(asked).toEqual(["Sends money", "Sends all money"]);
});

test("stores media of a result as records; the model gets the original result", async () => {
  const media = [{ type: "image/png", url: "data:image/png;base64,iVBORw0KGgo=" }];
  const drawing: Tool = { ...tool, run: async () => ({ text: "(An image.)", media }) };
  const { outcome, reports } = await runWith('{"place":"a"}', { of: drawing });
  expect(outcome).toEqual({ text: "(An image.)", media });
  expect(reports.at(-1)).toEqual({ media: [{ type: "image/png", url: "stored:i1" }] });
});

test("reports the progress of a tool", async () => {
  const slow: Tool = {
    ...tool,
    run: async (_args, { onProgress }) => {
      onProgress("half");
      return { text: "" };
    },
  };
  expect((await runWith('{"place":"a"}', { of: slow })).reports.at(-1)).toEqual({ progress: "half" });
});

test("passes a request of the source to the user while the call runs, and cancels the open ones at its end", async () => {
  const request = { type: "form", message: "Name?", fields: [] } as const;
  const asking: Tool = {
    ...tool,
    run: async (_args, { signal, requests }) => {
      const first = await requests?.ask(request, signal);
      void requests?.ask(request, signal);
      return { text: JSON.stringify(first) };
    },
  };
  const asked: AbortSignal[] = [];
  const reports: ToolRun[] = [];
  const runCall = createRunCall({
    tools: [asking],
    approve: async () => true,
    async ask({ host }, { signal, onWaiting }) {
      onWaiting(`ask-${asked.push(signal)}`);
      return asked.length === 1 ? { action: "accept", values: { host } } : new Promise(() => {});
    },
    keep: async (media) => media,
  });
  const outcome = await runCall(
    { id: "c1", name: tool.name, argumentsText: '{"place":"a"}' },
    { signal: new AbortController().signal, report: (run) => void reports.push(run) },
  );
  expect(outcome).toEqual({ text: '{"action":"accept","values":{"host":"tides.test"}}' });
  expect(reports.slice(1)).toEqual([
    { state: "running" },
    { state: "waiting", ask: "ask-1" },
    { state: "running" },
    { state: "waiting", ask: "ask-2" },
  ]);
  expect(asked[1]?.aborted).toBe(true);
});

test("does not run a call that the user refuses", async () => {
  const { outcome, reports } = await runWith('{"place":"a"}', { isAllowed: false });
  expect(outcome).toEqual({ text: "", problem: "refused" });
  expect(reports).not.toContainEqual({ state: "running" });
});

test("a stop during the question is a stop, not a refusal", async () => {
  const { outcome } = await runWith('{"place":"a"}', { isAllowed: false, stopAt: "ask" });
  expect(outcome).toEqual({ text: "", problem: "stopped" });
});

test("reports an unknown tool without asking", async () => {
  expect(await runWith("{}", { name: "rm" })).toEqual({ outcome: { text: "", problem: "unknown-tool" }, reports: [] });
});

test.each([["{"], ["[]"], ["7"], ['"place"'], ["null"]])("rejects %s as arguments", async (argumentsText) => {
  expect(await runWith(argumentsText)).toEqual({ outcome: { text: "", problem: "bad-arguments" }, reports: [shown] });
});

test("reports arguments that do not match the schema, and runs nothing", async () => {
  const { outcome, reports } = await runWith('{"days":"two"}');
  expect(outcome.problem).toBe("bad-arguments");
  expect(outcome.text).toContain("place");
  expect(outcome.text).toContain("days");
  expect(reports).toEqual([shown]);
});

test("accepts missing arguments as none", async () => {
  const free: Tool = { ...tool, parameters: { type: "object", properties: {} } };
  expect((await runWith("", { of: free })).outcome).toEqual({ text: "{}" });
});

test("does not evaluate a pattern of the schema, which could block the page", async () => {
  const place = `${"a".repeat(60)}!`;
  expect((await runWith(JSON.stringify({ place }))).outcome.problem).toBeUndefined();
});

test.each<[string, Record<string, unknown>]>([
  ["refers to itself", { $ref: "#" }],
  ["refers to a missing definition", { $ref: "#/definitions/none" }],
  ["has a wrong shape", { properties: 7 }],
])("does not validate against a schema that %s", async (_name, parameters) => {
  const odd: Tool = { ...tool, parameters };
  expect((await runWith('{"place":"a"}', { of: odd })).outcome.problem).toBeUndefined();
});

const perCall: Tool = {
  ...tool,
  host: "",
  forCall: ({ place }) =>
    place === "home"
      ? { rejected: { text: "Not public.", problem: "bad-arguments" } }
      : { ...tool, host: `${place}.test`, run: async () => ({ text: `from ${place}` }) },
};

test("shows and runs the tool of the call if the host depends on the arguments", async () => {
  expect(await runWith('{"place":"aa"}', { of: perCall })).toEqual({
    outcome: { text: "from aa" },
    reports: [
      { ...shown, host: "" },
      { ...shown, host: "aa.test" },
      { state: "waiting", ask: "ask-1" },
      { state: "running" },
    ],
  });
});

test("does not ask about a call that the tool rejects", async () => {
  expect(await runWith('{"place":"home"}', { of: perCall })).toEqual({
    outcome: { text: "Not public.", problem: "bad-arguments" },
    reports: [{ ...shown, host: "" }],
  });
});
