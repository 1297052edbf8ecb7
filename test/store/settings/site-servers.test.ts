import { isFreeName } from "@/lib/settings/access-settings";
import { connect } from "@/lib/settings/connect";
import { readServerFlags, serverlessFlags } from "@/lib/settings/server-flags";
import { abilitiesNow } from "@/store/settings/abilities";
import {
  builtInProviders,
  loadsModels,
  namedServers,
  placeInUse,
  providersOf,
  useAccess,
} from "@/store/settings/access";
import { modelCall } from "@/store/settings/model-call";
import { availableModels, createModels, providerInUse, shownProviderName, useModels } from "@/store/settings/models";
import { type FakeCall, fakeEnvironment } from "../../support/fake-environment";

const servers = [
  { id: "site-lab", name: "Lab", api: "ollama", models: ["qwen3:8b"] },
  { id: "site-rack", name: "Rack", api: "openai", models: [] },
  { id: "site-old", name: "Old", api: "grpc", models: ["m"] },
];

/** Sets the flags of a server with the operator's servers. */
function setFlags(more: object = {}) {
  const flags = readServerFlags({ needCode: false, served: ["site-lab", "site-rack"], servers, ...more });
  if (!flags) throw new Error("The flags are not read.");
  useAccess.setState({ flags, reach: { relay: "/api" } });
}

beforeEach(() => {
  useAccess.setState(useAccess.getInitialState(), true);
  useModels.setState({ fetched: {}, abilities: {} });
  setFlags();
});

const listOf = (...ids: readonly string[]) => Response.json({ data: ids.map((id) => ({ id })) });

function setUp(answer: (call: FakeCall) => Response) {
  const env = fakeEnvironment({ responses: answer });
  return { env, models: createModels({ env }) };
}

/** Returns the models of the operator's servers that can be chosen. */
function offered(fetched: Readonly<Record<string, readonly string[]>>) {
  return availableModels(useAccess.getState(), fetched).flatMap(
    ({ name, isKeyless, provider: { id, providerName } }) =>
      id.startsWith("site-") ? [{ name, isKeyless, shownAs: shownProviderName(providerName) }] : [],
  );
}

const qwen = { name: "qwen3:8b", isKeyless: undefined, shownAs: "Lab" };

test("are providers after the built-in ones and before those of the user", () => {
  const endpoint = useAccess.getState().addEndpoint("Lab");
  const providers = providersOf(useAccess.getState());
  expect(providers.map(({ id }) => id)).toEqual([
    ...builtInProviders.map(({ id }) => id),
    "site-lab",
    "site-rack",
    endpoint.id,
  ]);
  expect(providersOf(useAccess.getState())).toBe(providers);
  expect(providerInUse({ providerName: "site-lab" })).toMatchObject({ id: "site-lab", isSite: true });
  expect(providerInUse({ providerName: endpoint.boundName })).toMatchObject({ id: endpoint.id, isCustom: true });
  expect(placeInUse(useAccess.getState(), "site-lab")).toBe("Ollama");
});

test("do not load models with a context length of the user, as the user's own Ollama does", () => {
  const model = { model: "qwen3:8b", num_ctx: "16384" };
  useModels.setState({ abilities: { ollama: { "qwen3:8b": { maxWindow: 8192 } } } });
  expect(["site-lab", "Ollama", "OpenAI"].map((name) => loadsModels(useAccess.getState(), name))).toEqual([
    false,
    true,
    false,
  ]);
  expect(
    ["site-lab", "Ollama", "OpenAI"].map((providerName) => abilitiesNow({ ...model, providerName }).window),
  ).toEqual([undefined, 8192, undefined]);
});

test("have names that a new server of the user cannot have", () => {
  const { addEndpoint } = useAccess.getState();
  const endpoint = addEndpoint("Bench");
  const names = ["Lab", "rack", "bench", "Ollama", "Old", "New"];
  const servers = namedServers(useAccess.getState());
  expect(servers.map(({ id }) => id)).toEqual([endpoint.id, "site-lab", "site-rack"]);
  expect(names.filter((name) => isFreeName(name, builtInProviders, servers))).toEqual(["Old", "New"]);
});

test("do not exist without a server", () => {
  useAccess.setState({ flags: serverlessFlags, reach: {} });
  expect(providersOf(useAccess.getState()).filter(({ isSite }) => isSite)).toEqual([]);
  expect(offered({ "site-lab": ["stored"] })).toEqual([]);
});

test("offer the operator's models until their lists are known, then these, too", () => {
  expect(offered({})).toEqual([qwen]);
  expect(offered({ "site-lab": ["phi", "qwen3:8b"], "site-rack": ["llama"] })).toEqual([
    { ...qwen, name: "phi" },
    qwen,
    { ...qwen, name: "llama", shownAs: "Rack" },
  ]);
});

test.each([
  ["without an access code", "", {}],
  ["with an access code", " open ", { authorization: "Bearer nk-open" }],
])("are called through the relay %s, never with keys and addresses of the user", async (_, accessCode, headers) => {
  useAccess.setState({
    accessCode,
    useCustomConfig: true,
    values: { "site-labUrl": "https://mine.example", "site-labApiKey": "sk-own" },
    hosts: { "site-labApiKey": "mine.example" },
  });
  const access = useAccess.getState();
  const provider = providerInUse({ providerName: "site-lab" });
  expect(provider && connect(provider, access, access.reach)).toEqual({ baseUrl: "/api/site-lab", headers });
  const { connection } = await modelCall({ model: "qwen3:8b", providerName: "site-lab" });
  expect(connection).toEqual({ baseUrl: "/api/site-lab", headers });
});

describe("their model lists", () => {
  test("are fetched at startup through the relay, whichever model is the default", async () => {
    const { env, models } = setUp(({ url }) => (url.includes("site-lab") ? listOf("phi") : listOf("llama")));
    await models.getState().fetchAtStart();
    expect(env.calls.map(({ url }) => url).filter((url) => url.endsWith("/models"))).toEqual([
      "/api/site-lab/v1/models",
      "/api/site-rack/v1/models",
    ]);
    expect(models.getState().fetched).toEqual({ "site-lab": ["phi"], "site-rack": ["llama"] });
  });

  test("that fail leave the operator's models, and do not affect the others", async () => {
    const warn = jest.spyOn(console, "warn").mockImplementation(() => {});
    const { models } = setUp(({ url }) =>
      url.includes("site-lab") ? new Response("", { status: 502 }) : listOf("llama"),
    );
    await models.getState().fetchAtStart();
    expect(models.getState().fetched).toEqual({ "site-rack": ["llama"] });
    expect(offered(models.getState().fetched)).toEqual([qwen, { ...qwen, name: "llama", shownAs: "Rack" }]);
    expect(warn.mock.calls).toEqual([["Could not list the models of Lab.", "server"]]);
    warn.mockRestore();
  });

  test("that do not arrive in time count as failed", async () => {
    const warn = jest.spyOn(console, "warn").mockImplementation(() => {});
    const { env, models } = setUp(() => listOf());
    const hanging = { ...env, fetch: (_: string, { signal }: RequestInit) => aborted(signal) };
    const store = createModels({ env: hanging });
    const done = store.getState().fetchAtStart();
    await env.advance(20_000);
    await done;
    expect(store.getState().fetched).toEqual(models.getState().fetched);
    expect(warn.mock.calls).toEqual([
      ["Could not list the models of Lab.", "timeout"],
      ["Could not list the models of Rack.", "timeout"],
    ]);
    warn.mockRestore();
  });

  test("are fetched once a page load, except those that failed", async () => {
    const warn = jest.spyOn(console, "warn").mockImplementation(() => {});
    let isRunning = false;
    const { env, models } = setUp(({ url }) =>
      url.includes("site-lab") && !isRunning ? new Response("", { status: 502 }) : listOf("phi"),
    );
    await models.getState().fetchAtStart();
    isRunning = true;
    await models.getState().fetchOfSite();
    await models.getState().fetchOfSite();
    expect(env.calls.map(({ url }) => url).filter((url) => url.endsWith("/models"))).toEqual([
      "/api/site-lab/v1/models",
      "/api/site-rack/v1/models",
      "/api/site-lab/v1/models",
    ]);
    expect(models.getState().fetched).toEqual({ "site-lab": ["phi"], "site-rack": ["phi"] });
    warn.mockRestore();
  });

  test("wait for the access code, if the server needs one", async () => {
    setFlags({ needCode: true, served: undefined });
    const { env, models } = setUp(() => listOf("phi"));
    await models.getState().fetchAtStart();
    expect(env.calls).toEqual([]);
    useAccess.getState().setAccessCode("open");
    await models.getState().fetchOfSite();
    expect(models.getState().fetched).toEqual({ "site-lab": ["phi"], "site-rack": ["phi"] });
  });
});

function aborted(signal: AbortSignal | null | undefined): Promise<Response> {
  return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
}
