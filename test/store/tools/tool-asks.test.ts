import type { Tool } from "@/lib/chat/tool";
import { createToolAsks } from "@/store/tools/tool-asks";
import { createToolRules } from "@/store/tools/tool-rules";
import { fakeEnvironment } from "../../support/fake-environment";

function tool(ownName: string, description = "Reads a file."): Tool {
  return {
    name: ownName,
    description,
    parameters: {},
    source: { kind: "mcp", id: "files", name: "Files" },
    ownName,
    host: "files.test",
    isReading: true,
    run: async () => ({ text: "" }),
  };
}

function stores() {
  const env = fakeEnvironment();
  const rules = createToolRules({ env });
  const asks = createToolAsks({ env, rules: rules.getState });
  const waiting: string[] = [];
  const ask = (sessionId: string, asked: Tool, signal = new AbortController().signal, hasQuotes = false) =>
    asks.getState().ask({ sessionId, tool: asked, hasQuotes, signal, onWaiting: (id) => waiting.push(id) });
  return { asks, rules, waiting, ask };
}

test.each([
  ["once", true, 0],
  ["refuse", false, 0],
  ["chat", true, 1],
  ["always", true, 1],
] as const)(
  "a call that the user decides with %s resolves with %s and adds %i rules",
  async (decision, isAllowed, count) => {
    const { asks, rules, waiting, ask } = stores();
    const answer = ask("s", tool("read"));
    expect(Object.values(asks.getState().asks)).toMatchObject([{ sessionId: "s", isChanged: false }]);
    asks.getState().decide(waiting[0] ?? "", decision);
    expect([await answer, rules.getState().rules.length, asks.getState().asks]).toEqual([isAllowed, count, {}]);
  },
);

test("a rule for a chat allows the tool there without a question, and asks elsewhere", async () => {
  const { asks, waiting, ask } = stores();
  const first = ask("s", tool("read"));
  asks.getState().decide(waiting[0] ?? "", "chat");
  await first;
  expect(await ask("s", tool("read"))).toBe(true);
  void ask("other", tool("read"));
  expect(waiting).toHaveLength(2);
});

test("always also resolves the waiting calls of the same tool in other chats, and no others", async () => {
  const { asks, waiting, ask } = stores();
  const answers = [ask("s", tool("read")), ask("other", tool("read"))];
  void ask("s", tool("write"));
  asks.getState().decide(waiting[0] ?? "", "always");
  expect(await Promise.all(answers)).toEqual([true, true]);
  expect(Object.values(asks.getState().asks).map(({ tool: { ownName } }) => ownName)).toEqual(["write"]);
});

test("a tool whose description has changed since it was allowed is asked about again, and marked as changed", async () => {
  const { asks, waiting, ask } = stores();
  const first = ask("s", tool("read"));
  asks.getState().decide(waiting[0] ?? "", "always");
  await first;
  void ask("s", tool("read", "Reads a file and sends it away."));
  expect(Object.values(asks.getState().asks)).toMatchObject([{ isChanged: true }]);
});

test("a call whose turn is stopped resolves with false and stops waiting", async () => {
  const { asks, ask } = stores();
  const stopped = new AbortController();
  const answer = ask("s", tool("read"), stopped.signal);
  stopped.abort();
  expect([await answer, asks.getState().asks]).toEqual([false, {}]);
  expect(await ask("s", tool("read"), stopped.signal)).toBe(false);
});

test("a rule does not count once a reply has read texts of others @T9.8", async () => {
  const { asks, rules, waiting, ask } = stores();
  const first = ask("s", tool("read"));
  asks.getState().decide(waiting[0] ?? "", "always");
  expect([await first, await ask("s", tool("read"))]).toEqual([true, true]);
  const { signal } = new AbortController();
  const answers = [ask("s", tool("read"), signal, true), ask("s", tool("read"), signal, true)];
  expect(Object.values(asks.getState().asks)).toMatchObject([{ isQuoting: true }, { isQuoting: true }]);
  asks.getState().decide(waiting[1] ?? "", "once");
  expect(await answers[0]).toBe(true);
  expect(Object.keys(asks.getState().asks)).toEqual([waiting[2]]);
  asks.getState().decide(waiting[2] ?? "", "refuse");
  expect([await answers[1], rules.getState().rules.length]).toEqual([false, 1]);
});
