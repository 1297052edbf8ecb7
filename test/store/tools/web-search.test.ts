import "fake-indexeddb/auto";
import type { ToolRun } from "@/lib/chat/tool";
import { serverlessFlags } from "@/lib/settings/server-flags";
import { rememberTool } from "@/lib/tools/app/remember-tool";
import { useAccess } from "@/store/settings/access";
import { changeSearch } from "@/store/settings/change-search";
import { useSettings } from "@/store/settings/settings";
import { useToolAsks } from "@/store/tools/tool-asks";
import { useToolRules } from "@/store/tools/tool-rules";
import { toolsOf } from "@/store/tools/tools";
import { sampleSession, usualSettings } from "../../support/chat-samples";
import { memoryStorage } from "../../support/memory-storage";
import { searchAnswers } from "../../support/search-answers";

const requests: string[] = [];

beforeEach(() => {
  requests.length = 0;
  useAccess.setState(useAccess.getInitialState(), true);
  useAccess.setState({ flags: serverlessFlags, reach: {} });
  useSettings.setState(useSettings.getInitialState(), true);
  useToolRules.setState({ rules: [] });
  Object.assign(globalThis, {
    localStorage: memoryStorage(),
    fetch: async (url: string) => {
      requests.push(url);
      return Response.json(searchAnswers.Tavily);
    },
    addEventListener() {},
    document: { addEventListener() {} },
  });
});

function sessionWith(model: string, providerName: string, { webSearch = true, plugin = [] as string[] } = {}) {
  const session = sampleSession({ id: "s" });
  const modelConfig = { ...usualSettings, model, providerName } as typeof usualSettings;
  return { ...session, mask: { ...session.mask, modelConfig, plugin, webSearch } };
}

async function offered(...asked: Parameters<typeof sessionWith>) {
  const { tools, search, missing } = await toolsOf(sessionWith(...asked));
  return { tools: tools.map(({ name }) => name), byProvider: search !== undefined, missing: missing?.search };
}

function setUpTavily() {
  changeSearch({ engine: "Tavily" });
  changeSearch({ apiKey: "tvly-1" });
}

const ownSearch = { tools: ["search_web"], byProvider: false, missing: undefined };
const providerSearch = { tools: [], byProvider: true, missing: undefined };
const none = { tools: [], byProvider: false };

test("a model without a search gets the app's own if a search engine is set up, otherwise a note", async () => {
  expect(await offered("deepseek-chat", "DeepSeek")).toEqual({ ...none, missing: "unsupported" });
  setUpTavily();
  expect(await offered("deepseek-chat", "DeepSeek")).toEqual(ownSearch);
  expect(await offered("deepseek-chat", "DeepSeek", { webSearch: false })).toEqual({ ...none, missing: undefined });
});

test("the provider's search has priority, unless the user prefers the app's own", async () => {
  setUpTavily();
  expect(await offered("gpt-5", "OpenAI")).toEqual(providerSearch);
  changeSearch({ isPreferred: true });
  expect(await offered("gpt-5", "OpenAI")).toEqual(ownSearch);
  changeSearch({ engine: "none" });
  expect(await offered("gpt-5", "OpenAI")).toEqual(providerSearch);
});

test("Gemini beside tools gets the app's own search", async () => {
  const basics = ["current_time", "calculate_date", "calculate", "compare_texts"];
  expect(await offered("gemini-3-pro", "Google", { plugin: ["app:basics"] })).toEqual({
    tools: basics,
    byProvider: false,
    missing: "with-tools",
  });
  setUpTavily();
  expect(await offered("gemini-3-pro", "Google", { plugin: ["app:basics"] })).toEqual({
    ...ownSearch,
    tools: ["search_web", ...basics],
  });
  expect(await offered("gemini-3-pro", "Google")).toEqual(providerSearch);
});

test("the tool for remembered facts gives way to a search that accepts no tools", async () => {
  const own = [rememberTool({ name: "Parley", save: async () => true })];
  const names = async (...chat: Parameters<typeof sessionWith>) =>
    (await toolsOf(sessionWith(...chat), { own })).tools.map(({ name }) => name);
  expect(await names("gemini-3-pro", "Google")).toEqual([]);
  expect(await names("gpt-5", "OpenAI")).toEqual(["remember"]);
});

test("a key for another host does not count, nor do own keys that the site forbids", async () => {
  setUpTavily();
  changeSearch({ address: "https://evil.example" });
  expect(await offered("deepseek-chat", "DeepSeek")).toEqual({ ...none, missing: "unsupported" });
  changeSearch({ address: "" });
  useAccess.setState({ reach: { relay: "/api", refusesOwnKeys: true } });
  expect(await offered("deepseek-chat", "DeepSeek")).toEqual({ ...none, missing: "unsupported" });
});

test("the site's search engine counts for users with access", async () => {
  const flags = { ...serverlessFlags, searchHost: "search.lan" };
  useAccess.setState({ flags, reach: { relay: "/api", refusesOwnKeys: true } });
  expect(await offered("deepseek-chat", "DeepSeek")).toEqual(ownSearch);
  useAccess.setState({ flags: { ...flags, needCode: true } });
  expect(await offered("deepseek-chat", "DeepSeek")).toEqual({ ...none, missing: "unsupported" });
  useAccess.setState({ accessCode: "open sesame" });
  expect(await offered("deepseek-chat", "DeepSeek")).toEqual(ownSearch);
});

/** Calls the tool, and decides on the question if there is one. Returns the host that was asked for. */
async function search(decision: "once" | "always" | "refuse", meanwhile = () => {}) {
  const { runCall } = await toolsOf(sessionWith("deepseek-chat", "DeepSeek"));
  let host: string | undefined;
  const report = ({ ask }: ToolRun) => {
    if (ask === undefined) return;
    host = useToolAsks.getState().asks[ask]?.tool.host;
    meanwhile();
    useToolAsks.getState().decide(ask, decision);
  };
  const call = { id: "c", name: "search_web", argumentsText: '{"query":"tide"}' };
  const { problem } = await runCall(call, { signal: new AbortController().signal, report });
  return { host, problem, requests: requests.splice(0) };
}

test("a search needs permission for the host of the search engine @T9.9", async () => {
  setUpTavily();
  expect(await search("refuse")).toEqual({ host: "api.tavily.com", problem: "refused", requests: [] });
  const sent = { problem: undefined, requests: ["https://api.tavily.com/search"] };
  expect(await search("always")).toEqual({ host: "api.tavily.com", ...sent });
  expect(await search("refuse")).toEqual({ host: undefined, ...sent });
  changeSearch({ engine: "SearXNG", address: "https://sx.example" });
  expect(await search("refuse")).toEqual({ host: "sx.example", problem: "refused", requests: [] });
});

test("a search goes to the host that the user was asked for, even if the settings change meanwhile @T9.9", async () => {
  setUpTavily();
  const change = () => changeSearch({ engine: "SearXNG", address: "https://sx.example" });
  expect(await search("once", change)).toEqual({
    host: "api.tavily.com",
    problem: undefined,
    requests: ["https://api.tavily.com/search"],
  });
});
