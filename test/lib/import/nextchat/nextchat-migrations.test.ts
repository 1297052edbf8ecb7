import { migrate, nextChatSteps } from "@/lib/import/nextchat/nextchat-migrations";
import { importContext } from "../../../support/import-samples";

const world = { context: importContext, modelConfig: { model: "gpt-4", enableInjectSystemPrompts: false } };

test.each(Object.entries(nextChatSteps))(
  "the migrations of %s ascend by version, and running them twice changes nothing more",
  (store, steps) => {
    const versions = steps.map(({ to }) => to);
    expect(versions).toEqual(versions.toSorted((a, b) => a - b));
    const key = store as keyof typeof nextChatSteps;
    const once = migrate(key, {}, 0, world);
    expect(migrate(key, once, 0, world)).toEqual(once);
    expect(migrate(key, once, undefined, world)).toEqual(once);
  },
);

/** States before and after the migration, by version and by shape alone. */
test.each([
  ["session", { id: "a", messages: [] }, { mask: { context: [], modelConfig: { model: "gpt-4", sendMemory: true } } }],
  ["session", { id: "a", context: [{ role: "system" }] }, { mask: { context: [{ role: "system" }] } }],
  ["session", { id: "a", sendMemory: false }, { mask: { modelConfig: { sendMemory: false } } }],
  [
    "session",
    { id: "a", modelConfig: { model: "x" } },
    { mask: { syncGlobalConfig: false, modelConfig: { model: "x" } } },
  ],
  ["session", { id: 5, mask: {} }, { id: expect.stringMatching(/^nextchat:[0-9a-f]{32}$/) }],
  ["session", { mask: {} }, { id: expect.stringMatching(/^nextchat:[0-9a-f]{32}$/) }],
  ["session", { id: "a", mask: { modelConfig: {} } }, { mask: { modelConfig: { enableInjectSystemPrompts: false } } }],
  [
    "app-config",
    { modelConfig: {} },
    { modelConfig: { sendMemory: true, historyMessageCount: 4, template: "{{input}}" } },
  ],
  ["app-config", {}, { dontShowMaskSplashScreen: false, hideBuiltinMasks: false, customModels: "" }],
  ["app-config", { customModels: "claude,claude-100k" }, { customModels: "" }],
  ["app-config", { customModels: "claude,claude-100k,mine" }, { customModels: "claude,claude-100k,mine" }],
  ["app-config", {}, { enableAutoGenerateTitle: true, lastUpdate: importContext.now }],
  ["app-config", { modelConfig: { providerName: "Openai" } }, { modelConfig: { providerName: "OpenAI" } }],
  ["app-config", { modelConfig: { providerName: "bytedance" } }, { modelConfig: { providerName: "ByteDance" } }],
  ["app-config", { modelConfig: { providerName: "Mine" } }, { modelConfig: { providerName: "Mine" } }],
  ["access-control", { token: "k" }, { openaiApiKey: "k", azureApiVersion: "2023-08-01-preview" }],
  ["access-control", { token: "k", openaiApiKey: "own" }, { openaiApiKey: "own" }],
  ["access-control", { openaiUrl: "/api/openai" }, { openaiUrl: "" }],
  ["access-control", { openaiUrl: "https://api.nextchat.dev" }, { openaiUrl: "" }],
  [
    "access-control",
    { openaiUrl: "https://api.nextchat.dev.example" },
    { openaiUrl: "https://api.nextchat.dev.example" },
  ],
  ["access-control", { googleUrl: "https://nextweb.fun/api/proxy/google" }, { googleUrl: "" }],
  ["access-control", { azureUrl: "/api/azure" }, { azureUrl: "" }],
  ["access-control", { azureUrl: "https://x.openai.azure.com/openai/deployments/{resource_name}" }, { azureUrl: "" }],
  [
    "access-control",
    { glmUrl: "https://g.example", glmApiKey: "k" },
    { chatglmUrl: "https://g.example", chatglmApiKey: "k" },
  ],
  ["mask-store", { globalMaskId: 4, masks: { a: { id: 1145141919810 } } }, { masks: {} }],
  ["mask-store", { masks: { x: { id: "y", name: "Y" } } }, { masks: { y: { id: "y", name: "Y" } } }],
  ["prompt-store", { latestId: 3, prompts: {} }, { prompts: {} }],
  [
    "prompt-store",
    { prompts: { a: { id: "a", title: "T", content: "C" } } },
    { prompts: { a: { isUser: true, createdAt: 0 } } },
  ],
  [
    "sync",
    { webDavConfig: { server: "s", username: "u", password: "p" } },
    { webdav: { endpoint: "s", username: "u", password: "p" } },
  ],
  ["sync", { upstash: { endpoint: "e", username: "" } }, { upstash: { endpoint: "e", username: "chatgpt-next-web" } }],
  ["sync", { proxyUrl: "/api/cors/" }, { proxyUrl: "" }],
  ["sync", { proxyUrl: "/own/" }, { proxyUrl: "/own/" }],
] as const)("migrates a %s, %j, both by version and by shape", (store, state, expected) => {
  expect(migrate(store, state, 0, world)).toMatchObject(expected);
  expect(migrate(store, state, undefined, world)).toMatchObject(expected);
});

test("resets the summary model only in versions that had filled it in themselves", () => {
  const modelConfig = { compressModel: "chosen", compressProviderName: "OpenAI", enableInjectSystemPrompts: true };
  const session = { id: "a", mask: { modelConfig } };
  expect(migrate("session", session, 3.2, world)).toMatchObject({ mask: { modelConfig: { compressModel: "" } } });
  expect(migrate("session", session, 3.3, world)).toEqual(session);
  expect(migrate("session", session, undefined, world)).toEqual(session);
});

test("replaces a template that was never changed with the default, and keeps a changed one", () => {
  const here = {
    ...world,
    context: { ...importContext, modelConfig: { ...importContext.modelConfig, template: "Now: {{input}}" } },
  };
  const withTemplate = (template: string) => migrate("app-config", { modelConfig: { template } }, 3.8, here);
  expect(withTemplate("{{input}}")).toMatchObject({ modelConfig: { template: "Now: {{input}}" } });
  expect(withTemplate("Own: {{input}}")).toMatchObject({ modelConfig: { template: "Own: {{input}}" } });
});

test("replaces numeric mask ids with ids that are unique across browsers", () => {
  const masksOf = (name: string) =>
    Object.keys(migrate("mask-store", { masks: { 2: { id: 2, name } } }, 1, world).masks as object);
  expect(masksOf("Cook")).toEqual([expect.stringMatching(/^nextchat:mask:/)]);
  expect(masksOf("Cook")).toEqual(masksOf("Cook"));
  expect(masksOf("Cook")).not.toEqual(masksOf("Pilot"));
});
