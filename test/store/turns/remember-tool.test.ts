import { toolFingerprint } from "@/lib/tools/tool-fingerprint";
import { useSettings } from "@/store/settings/settings";
import { useToolRequests } from "@/store/tools/tool-requests";
import { useToolRules } from "@/store/tools/tool-rules";
import { toolsOf } from "@/store/tools/tools";
import { rememberToolOf } from "@/store/turns/remember-tool";
import { sampleSession } from "../../support/chat-samples";
import { memoryStorage } from "../../support/memory-storage";

const plain = sampleSession({ id: "s1" });
const withModel = (model: string, mask = {}) => ({
  ...plain,
  mask: { ...plain.mask, ...mask, modelConfig: { ...plain.mask.modelConfig, model, providerName: "OpenAI" } },
});

beforeEach(() => {
  Object.assign(globalThis, {
    localStorage: memoryStorage(),
    addEventListener() {},
    document: { addEventListener() {} },
  });
  useSettings.getState().set("enableFacts", true);
});

test("the tool is offered while the chat uses facts and its model calls tools", () => {
  const names = (session: Parameters<typeof rememberToolOf>[0]) => rememberToolOf(session).map(({ name }) => name);
  const chat = withModel("gpt-4o");
  expect(names(chat)).toEqual(["remember"]);
  expect(names({ ...chat, enableFacts: false })).toEqual([]);
  expect(names({ ...chat, isTemporary: true })).toEqual([]);
  expect(names(withModel("dall-e-3"))).toEqual([]);
  useSettings.getState().set("enableFacts", false);
  expect(names(chat)).toEqual([]);
});

test("each call asks, also if a rule allows the tool @T9.8", async () => {
  const session = withModel("gpt-4o");
  const own = rememberToolOf(session);
  for (const tool of own) useToolRules.getState().allow({ ...tool, fingerprint: toolFingerprint(tool) });
  const { runCall } = await toolsOf(session, { own });
  const asked: unknown[] = [];
  const unsubscribe = useToolRequests.subscribe(({ requests, reply }) => {
    for (const [id, { request }] of Object.entries(requests)) {
      asked.push(request);
      reply(id, { action: "decline" });
    }
  });
  const call = { id: "c1", name: "remember", argumentsText: '{"fact":"Sails a ketch."}' };
  const outcome = await runCall(call, { signal: new AbortController().signal, report: () => {} });
  unsubscribe();
  expect(asked).toEqual([{ type: "fact", text: "Sails a ketch." }]);
  expect(outcome.problem).toBe("refused");
});
