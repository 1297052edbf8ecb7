import "fake-indexeddb/auto";
import type { ToolRun } from "@/lib/chat/tool";
import { useToolAsks } from "@/store/tools/tool-asks";
import { useToolRules } from "@/store/tools/tool-rules";
import { toolsOf } from "@/store/tools/tools";
import { sampleSession, usualSettings } from "../../support/chat-samples";
import { memoryStorage } from "../../support/memory-storage";

const session = {
  ...sampleSession({ id: "s" }),
  mask: { ...sampleSession({ id: "s" }).mask, modelConfig: usualSettings, plugin: ["app:web"] },
};

beforeEach(() => {
  Object.assign(globalThis, {
    localStorage: memoryStorage(),
    fetch: async () => new Response("Hello", { headers: { "content-type": "text/plain" } }),
    addEventListener() {},
    document: { addEventListener() {} },
  });
});

/** Calls the tool, and decides on the question if there is one. Returns the host that was asked for. */
async function read(url: string, decision: "once" | "always" | "refuse") {
  const { runCall } = await toolsOf(session);
  let host: string | undefined;
  const report = ({ ask }: ToolRun) => {
    if (ask === undefined) return;
    host = useToolAsks.getState().asks[ask]?.tool.host;
    useToolAsks.getState().decide(ask, decision);
  };
  const call = { id: "c", name: "read_page", argumentsText: JSON.stringify({ url }) };
  const { problem } = await runCall(call, { signal: new AbortController().signal, report });
  return { host, problem };
}

test("a permission is for the host of the call's URL @T9.7", async () => {
  expect(await read("https://one.example.com/a", "once")).toEqual({ host: "one.example.com" });
  expect(await read("https://one.example.com/a", "always")).toEqual({ host: "one.example.com" });
  expect(await read("https://one.example.com/b", "refuse")).toEqual({});
  expect(await read("https://two.example.com/b", "refuse")).toEqual({ host: "two.example.com", problem: "refused" });
  expect(await read("https://one.example.com:8443/", "refuse")).toEqual({
    host: "one.example.com:8443",
    problem: "refused",
  });
  expect(useToolRules.getState().rules.map(({ source: _name, ...rule }) => rule)).toEqual([
    {
      id: expect.any(String),
      sourceKind: "app",
      sourceId: "web",
      ownName: "read_page",
      host: "one.example.com",
      isReading: true,
      fingerprint: expect.any(String),
      since: expect.any(Number),
    },
  ]);
});

test("private hosts are rejected without a question @T9.7", async () => {
  expect(await read("http://localhost:3000/", "always")).toEqual({ host: undefined, problem: "bad-arguments" });
});
