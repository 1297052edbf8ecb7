import { accessKey, readAccessSettings } from "@/lib/settings/access-settings";
import { serverlessFlags } from "@/lib/settings/server-flags";
import { builtInProviders, useAccess } from "@/store/settings/access";
import {
  apiOfChoice,
  canAnswer,
  compatibleServer,
  hasNoKey,
  keyProviders,
  listsModels,
  otherServers,
  providerOfEntry,
  storeKey,
} from "@/store/settings/add-key";
import { useModels } from "@/store/settings/models";

beforeEach(() => useAccess.setState({ flags: serverlessFlags }));
afterEach(() => {
  useAccess.setState(useAccess.getInitialState(), true);
  useModels.setState(useModels.getInitialState(), true);
});

const unlisted = { kind: "unlisted" } as const;

test("offers the providers for chats that need one key and have an address of their own", () => {
  const ids = keyProviders.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(["openai", "anthropic", "google", "groq", "openrouter", "alibaba"]));
  for (const other of ["azure", "baidu", "tencent", "iflytek", "stability", "ollama", "demo"]) {
    expect(ids).not.toContain(other);
  }
});

test("binds a key to the host of its address", () => {
  storeKey({ choice: "openai", key: "sk-0", address: "https://gate.example/v1" }, unlisted, "");
  const { values, hosts } = useAccess.getState();
  expect([values.openaiUrl, values.openaiApiKey, hosts.openaiApiKey]).toEqual([
    "https://gate.example/v1",
    "sk-0",
    "gate.example",
  ]);
});

test("names a server by its host, and a second one on that host by a number", () => {
  for (const path of ["a", "b"]) {
    storeKey({ choice: compatibleServer, key: "", address: `https://gate.example/${path}` }, unlisted, "tide");
  }
  expect(useAccess.getState().endpoints.map(({ name }) => name)).toEqual(["gate.example", "gate.example 2"]);
});

test("recognizes a stored server with or without /v1", () => {
  const stored = storeKey({ choice: compatibleServer, key: "", address: "https://gate.example/v1" }, unlisted, "tide");
  for (const address of ["https://gate.example", "https://gate.example/v1"]) {
    expect(providerOfEntry({ choice: compatibleServer, address }, useAccess.getState())?.id).toBe(stored.id);
  }
});

test("a server with another API is stored with it, beside a server with the same address", () => {
  const entry = { key: "sk-1", address: "https://gate.example" };
  const plain = storeKey({ choice: compatibleServer, ...entry }, unlisted, "tide");
  const choice = "compatible-azure";
  expect(providerOfEntry({ choice, address: entry.address }, useAccess.getState())?.place).toBe("Azure");
  const azure = storeKey({ choice, ...entry }, unlisted, "my-deployment");
  expect(storeKey({ choice, ...entry }, unlisted, "my-deployment").id).toBe(azure.id);
  expect(useAccess.getState().endpoints).toEqual([
    { id: plain.id, name: "gate.example", boundName: plain.id, models: ["tide"] },
    { id: azure.id, name: "gate.example 2", boundName: azure.id, models: ["my-deployment"], apiType: "azure" },
  ]);
  expect(useAccess.getState().values[accessKey(azure, "apiVersion")]).toBe("2023-08-01-preview");
});

test("each API can be chosen, and only Azure's has no list of models", () => {
  expect(otherServers.map(({ choice, api }) => [choice, apiOfChoice(choice), api, listsModels(choice)])).toEqual([
    ["compatible-openai-responses", "openai-responses", "OpenAI Responses", true],
    ["compatible-anthropic", "anthropic", "Anthropic Messages", true],
    ["compatible-gemini", "gemini", "Google Gemini", true],
    ["compatible-azure", "azure", "Azure OpenAI", false],
    ["compatible-ollama", "ollama", "Ollama", true],
  ]);
  expect([apiOfChoice(compatibleServer), apiOfChoice("anthropic"), apiOfChoice("")]).toEqual([
    "openai",
    undefined,
    undefined,
  ]);
});

test("a model can answer once its provider has a key", () => {
  const settings = { model: "gpt-4o-mini", providerName: "OpenAI" };
  expect(canAnswer(settings)).toBe(false);
  storeKey({ choice: "openai", key: "sk-0", address: "" }, unlisted, "");
  expect(canAnswer(settings)).toBe(true);
});

test.each([
  ["nothing is set", {}, {}, true],
  ["the server serves a provider", { served: ["openai"] }, {}, false],
  ["a key is set", {}, { openaiApiKey: "sk-0", useCustomConfig: true, hosts: { openaiApiKey: "" } }, false],
  ["a local server has an address", {}, { ollamaUrl: "http://localhost:1" }, true],
])("if %s, no key is set: %j", (_name, flags, stored, isKeyless) => {
  const access = {
    ...readAccessSettings(builtInProviders, stored),
    reach: {},
    flags: { ...serverlessFlags, ...flags },
  };
  expect(hasNoKey(access)).toBe(isKeyless);
});
