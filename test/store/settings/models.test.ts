import { markDefault } from "@/lib/models/default-model";
import type { ModelEntry } from "@/lib/models/model-entry";
import { demo } from "@/lib/providers/demo";
import { ollama } from "@/lib/providers/ollama";
import { openai } from "@/lib/providers/openai";
import { openrouter } from "@/lib/providers/openrouter";
import { readAccessSettings } from "@/lib/settings/access-settings";
import { type ServerFlags, serverlessFlags } from "@/lib/settings/server-flags";
import { builtInProviders, useAccess } from "@/store/settings/access";
import { availableModels, createModels, isUsable, settingsInUse } from "@/store/settings/models";
import { useSettings } from "@/store/settings/settings";
import { sampleSession, usualSettings } from "../../support/chat-samples";
import { type FakeCall, fakeEnvironment } from "../../support/fake-environment";
import { inOneLine } from "../../support/model-samples";

function setUp(answer: (call: FakeCall) => Response = () => new Response("", { status: 404 })) {
  const env = fakeEnvironment({ responses: answer });
  const { getState } = createModels({ env });
  return { env, getState };
}

const listOf = (...ids: readonly string[]) => Response.json({ object: "list", data: ids.map((id) => ({ id })) });

test.each([
  ["nothing", undefined, {}],
  ["lists", { fetched: { ollama: ["llama"] } }, { ollama: ["llama"] }],
  ["a list of lists", { fetched: [["llama"]] }, {}],
  ["lists of the wrong kind", { fetched: { ollama: "llama" } }, {}],
])("loads the lists of a stored %s", (_name, stored, fetched) => {
  const { getState } = setUp();
  getState().hydrate({ fetched: { lmstudio: ["old"] } });
  getState().hydrate(stored);
  expect(getState().fetched).toEqual(fetched);
});

describe("looking for models on this computer", () => {
  test("requests each possible server, and stores those that have models", async () => {
    const { env, getState } = setUp(({ url }) => {
      if (url.includes(":11434")) return listOf("llama", "qwen");
      if (url.includes(":1234")) return listOf();
      throw new TypeError("Failed to fetch");
    });
    const found = await getState().findLocal();
    expect(env.calls.map(({ url, init }) => [url, init.method])).toEqual([
      ["http://localhost:11434/v1/models", "GET"],
      ["http://localhost:1234/v1/models", "GET"],
      ["http://localhost:8080/v1/models", "GET"],
      ["http://localhost:8000/v1/models", "GET"],
    ]);
    expect(found).toEqual([{ providerId: "ollama", providerName: "Ollama", models: ["llama", "qwen"] }]);
    expect(getState().fetched).toEqual({ ollama: ["llama", "qwen"] });
  });

  test.each([
    ["refuses", () => new Response("no", { status: 403 })],
    ["answers with no JSON", () => new Response("<html>")],
    ["answers with another JSON", () => Response.json({ models: 3 })],
  ])("ignores a server that %s, and keeps earlier results", async (_name, answer) => {
    const { getState } = setUp(answer);
    getState().hydrate({ fetched: { ollama: ["llama"] } });
    expect(await getState().findLocal()).toEqual([]);
    expect(getState().fetched).toEqual({ ollama: ["llama"] });
  });

  test("does not follow redirects, which could lead a key elsewhere", async () => {
    const { env, getState } = setUp();
    await getState().findLocal();
    expect(env.calls.map(({ init }) => init.redirect)).toEqual(["error", "error", "error", "error"]);
  });

  test("reads an endless response up to a limit and discards it", async () => {
    let pieces = 0;
    const piece = new TextEncoder().encode(`"${"x".repeat(99_998)}`);
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      pieces++;
      controller.enqueue(piece);
    };
    const endless = () => new Response(new ReadableStream({ pull }));
    const { getState } = setUp(({ url }) => (url.includes(":11434") ? endless() : new Response("", { status: 404 })));
    expect(await getState().findLocal()).toEqual([]);
    expect(pieces).toBeLessThan(20);
  });

  test("uses the first two thousand models of a long list @S14", async () => {
    const ids = Array.from({ length: 2001 }, (_, index) => `model-${index}`);
    const { getState } = setUp(({ url }) =>
      url.includes(":11434") ? listOf(...ids) : new Response("", { status: 404 }),
    );
    await getState().findLocal();
    expect(getState().fetched.ollama).toEqual(ids.slice(0, 2000));
  });

  test("asks Ollama for the abilities of its models, and stores them", async () => {
    const { env, getState } = setUp(({ url, init }) => {
      if (url.endsWith(":11434/v1/models")) return listOf("gemma3:12b", "broken");
      if (url.endsWith("/api/show") && String(init.body).includes("gemma3"))
        return Response.json({ capabilities: ["completion", "vision"] });
      return new Response("", { status: 404 });
    });
    await getState().findLocal();
    while (!("ollama" in getState().abilities)) await new Promise((resolve) => setTimeout(resolve));
    const ollamaAbilities = { "gemma3:12b": { vision: true, tools: false, thinking: false } };
    expect(getState().abilities).toEqual({ ollama: ollamaAbilities });
    expect(env.calls.filter(({ url }) => url === "http://localhost:11434/api/show")).toHaveLength(2);
    getState().hydrate({ fetched: {}, abilities: getState().abilities });
    expect(getState().abilities).toEqual({ ollama: ollamaAbilities });
  });

  test("the abilities of a list that was tried are stored with it", async () => {
    const model = { id: "o-model", context_length: 8192, architecture: { input_modalities: ["text", "image"] } };
    const { getState } = setUp(() => Response.json({ data: [model] }));
    const models = await getState().tryModels(openrouter, useAccess.getState(), new AbortController().signal);
    expect([models, getState().fetched, getState().abilities]).toEqual([["o-model"], {}, {}]);
    getState().storeModels(openrouter, models);
    while (!("openrouter" in getState().abilities)) await new Promise((resolve) => setTimeout(resolve));
    expect(getState().abilities).toEqual({ openrouter: { "o-model": { vision: true, window: 8192 } } });
  });

  test("replaces a server's previous models with the current ones @S14", async () => {
    const { getState } = setUp(({ url }) =>
      url.includes(":11434") ? listOf("new") : new Response("", { status: 404 }),
    );
    getState().hydrate({ fetched: { ollama: ["old"], lmstudio: ["phi"] } });
    await getState().findLocal();
    expect(getState().fetched).toEqual({ ollama: ["new"], lmstudio: ["phi"] });
  });
});

describe("a provider's list", () => {
  afterEach(() => useSettings.setState(useSettings.getInitialState(), true));

  test("replaces the known models of that provider", async () => {
    const { env, getState } = setUp(() => listOf("gpt-9", "tts-9"));
    getState().hydrate({ fetched: { openai: ["old"], ollama: ["llama"] } });
    expect(await getState().fetchModels(openai)).toEqual(["gpt-9"]);
    expect(getState().fetched).toEqual({ openai: ["gpt-9"], ollama: ["llama"] });
    expect(env.calls.map(({ url, init }) => [url, init.method, init.redirect])).toEqual([
      ["https://api.openai.com/v1/models", "GET", "error"],
    ]);
  });

  test("is read even if a gateway describes each of its models at length", async () => {
    const data = ["gpt-8", "gpt-9"].map((id) => ({ id, description: "x".repeat(800_000) }));
    const { getState } = setUp(() => Response.json({ data }));
    expect(await getState().fetchModels(openai)).toEqual(["gpt-8", "gpt-9"]);
  });

  test.each([
    ["a refusal", () => new Response('{"error":{"message":"No."}}', { status: 401 }), "auth"],
    ["no list", () => Response.json({ data: 3 }), "protocol"],
    ["an empty list", () => listOf(), "protocol"],
    [
      "a network that fails",
      () => {
        throw new TypeError("Failed to fetch");
      },
      "network",
    ],
  ])("that is %s is reported, and changes nothing", async (_name, answer, code) => {
    const { getState } = setUp(answer);
    getState().hydrate({ fetched: { openai: ["old"] } });
    await expect(getState().fetchModels(openai)).rejects.toMatchObject({ code });
    expect(getState().fetched).toEqual({ openai: ["old"] });
  });

  test("that is a web page is reported as one", async () => {
    const { getState } = setUp(() => new Response("\n<!doctype html><title>Gateway</title>"));
    await expect(getState().fetchModels(openai)).rejects.toMatchObject({
      code: "protocol",
      details: { format: "page" },
    });
  });

  test("is fetched at startup from the default model's provider, if its list has additional facts", async () => {
    const { env, getState } = setUp(() => listOf("Qwen/New"));
    await getState().fetchAtStart();
    expect(env.calls).toEqual([]);
    useSettings.getState().setModelConfig({ model: "any", providerName: "SiliconFlow" });
    await getState().fetchAtStart();
    expect(env.calls.map(({ url }) => url)).toEqual(["https://api.siliconflow.cn/v1/models?sub_type=chat"]);
    expect(getState().fetched).toEqual({ siliconflow: ["Qwen/New"] });
  });

  test("that fails at the start is only logged", async () => {
    const warn = jest.spyOn(console, "warn").mockImplementation(() => {});
    const { getState } = setUp(() => new Response("", { status: 500 }));
    useSettings.getState().setModelConfig({ model: "any", providerName: "302.AI" });
    await getState().fetchAtStart();
    expect(warn.mock.calls).toEqual([["Could not list the models of 302.AI.", "server"]]);
    expect(getState().fetched).toEqual({});
    warn.mockRestore();
  });
});

const nobody = { ...readAccessSettings(builtInProviders, undefined), flags: null, reach: {} };
const keyed = {
  ...nobody,
  useCustomConfig: true,
  values: { ...nobody.values, openaiApiKey: "sk-1" },
  hosts: { openaiApiKey: "" },
};
const flags = (demonstration: ServerFlags["demo"]): ServerFlags => ({ ...serverlessFlags, demo: demonstration });
const llama = { ollama: ["llama"] };

test.each([
  ["no flags are known", nobody, {}, { openai: true, ollama: false, demo: false }],
  ["the server has keys", { ...nobody, flags: flags("off") }, {}, { openai: true, ollama: false, demo: false }],
  [
    "there is no usable provider",
    { ...nobody, flags: flags("offered") },
    {},
    { openai: false, ollama: false, demo: true },
  ],
  ["there is an own key", { ...keyed, flags: flags("offered") }, {}, { openai: true, ollama: false, demo: false }],
  [
    "there is an own key that must not be used",
    { ...keyed, flags: flags("offered"), reach: { relay: "/api", refusesOwnKeys: true } },
    {},
    { openai: false, ollama: false, demo: true },
  ],
  [
    "there is a local model",
    { ...nobody, flags: flags("offered") },
    llama,
    { openai: false, ollama: true, demo: false },
  ],
  [
    "the demonstration is forced",
    { ...keyed, flags: flags("forced") },
    llama,
    { openai: true, ollama: true, demo: true },
  ],
])("if %s, the usable providers are these", (_name, access, fetched, expected) => {
  const usable = (provider: (typeof builtInProviders)[number]) => isUsable(provider, access, fetched);
  expect({ openai: usable(openai), ollama: usable(ollama), demo: usable(demo) }).toEqual(expected);
});

test("the models to choose from are those of the usable providers", () => {
  const models = availableModels({ ...nobody, flags: flags("offered") }, { ollama: ["llama"], openai: ["gpt-9"] });
  expect(models.map(inOneLine)).toEqual(["llama@ollama"]);
});

test("marks models without a key, which answer only if there are no others", () => {
  const served = { ...nobody, flags: { ...flags("off"), served: ["anthropic"] }, reach: { relay: "/api" } };
  const keylessOf = (access: Parameters<typeof availableModels>[0]) => {
    const marked = availableModels(access, {}).filter(({ isKeyless }) => isKeyless);
    return ["openai", "anthropic"].filter((id) => marked.some(({ provider }) => provider.id === id));
  };
  expect(keylessOf(served)).toEqual(["openai"]);
  expect(keylessOf({ ...keyed, flags: served.flags, reach: served.reach })).toEqual([]);
  expect(keylessOf({ ...served, flags: flags("off") })).toEqual(["openai", "anthropic"]);
  expect(keylessOf({ ...served, flags: { ...served.flags, served: undefined } })).toEqual([]);
  const { mask } = sampleSession({ id: "s1" });
  const given = { models: availableModels(served, {}), flags: served.flags, global: usualSettings };
  const usedOf = (hasChosenModel: boolean) =>
    settingsInUse({ mask: { ...mask, syncGlobalConfig: true } }, { ...given, hasChosenModel }).model;
  expect([usedOf(false), usedOf(true)]).toEqual(["claude-sonnet-5-5", usualSettings.model]);
});

describe("the settings of a chat's request", () => {
  const models: readonly ModelEntry[] = ["one", "two", "three"].map((name) => ({
    name,
    displayName: name,
    available: true,
    sorted: 1000,
    provider: { id: "acme", providerName: "Acme", providerType: "acme", sorted: 1 },
  }));
  const named = (model: string) => ({ ...usualSettings, model, providerName: "Acme" });
  const global = named("one");

  function chat(model: string, syncGlobalConfig: boolean) {
    const session = sampleSession({ id: "s1" });
    return { mask: { ...session.mask, syncGlobalConfig, modelConfig: { ...named(model), temperature: 1 } } };
  }
  const choice = (defaultModel: string, available = models, hasChosenModel = true) => ({
    models: markDefault(available, defaultModel),
    flags: { ...serverlessFlags, defaultModel },
    global,
    hasChosenModel,
  });

  test.each([
    ["its own", chat("two", false), choice(""), { ...named("two"), temperature: 1 }],
    ["the global ones if it follows them", chat("two", true), choice("three"), global],
    ["the operator's model until somebody chooses", chat("two", true), choice("three", models, false), named("three")],
    [
      "the operator's model in place of a missing one",
      chat("nine", false),
      choice("three"),
      { ...named("three"), temperature: 1 },
    ],
    [
      "the user's model in place of a missing one",
      chat("nine", false),
      choice(""),
      { ...named("one"), temperature: 1 },
    ],
    [
      "the first model in place of missing ones",
      chat("nine", false),
      choice("", models.slice(1)),
      { ...named("two"), temperature: 1 },
    ],
    ["its own if there is no model", chat("nine", false), choice("three", []), { ...named("nine"), temperature: 1 }],
  ])("are %s", (_name, session, given, expected) => {
    expect(settingsInUse(session, given)).toEqual(expected);
  });
});
