import { mergeFetched } from "@/lib/models/model-list";
import { withApiType } from "@/lib/providers/custom-endpoint";
import { withEndpoints } from "@/lib/settings/access-settings";
import { connect } from "@/lib/settings/connect";
import { abilitiesNow } from "@/store/settings/abilities";
import { builtInProviders, placeInUse, providersOf, useAccess } from "@/store/settings/access";
import { availableModels, providerInUse, settingsInUse, shownProviderName, useModels } from "@/store/settings/models";
import { removeEndpoint } from "@/store/settings/remove-endpoint";
import { sampleSession, usualSettings } from "../../support/chat-samples";

beforeEach(() => {
  useAccess.setState(useAccess.getInitialState(), true);
  useModels.setState({ fetched: {} });
});

/** Adds a server with an address, a key and a typed model. */
function addServer(name: string) {
  const { addEndpoint, changeEndpoint, setValue } = useAccess.getState();
  const endpoint = { ...addEndpoint(name), models: ["llama"] };
  changeEndpoint(endpoint);
  const provider = providersOf(useAccess.getState()).find(({ id }) => id === endpoint.id);
  if (!provider) throw new Error("The endpoint is no provider.");
  setValue(provider, "url", "https://bench.example");
  setValue(provider, "apiKey", "sk-bench");
  return endpoint;
}

/** Returns the settings of a chat with a server's model, as the choice of a model stores them. */
function chosen(id: string) {
  const model = availableModels(useAccess.getState(), {}).find(({ provider }) => provider.id === id);
  return { ...usualSettings, model: "llama", providerName: model?.provider.providerName ?? "" };
}

function inUse(modelConfig: typeof usualSettings) {
  const { mask } = sampleSession({ id: "s" });
  const access = useAccess.getState();
  return settingsInUse(
    { mask: { ...mask, syncGlobalConfig: false, modelConfig } },
    { models: availableModels(access, {}), flags: null, global: usualSettings, hasChosenModel: false },
  );
}

test("a renamed server keeps its chats, its address and its key", () => {
  const endpoint = addServer("Bench");
  const settings = chosen(endpoint.id);
  const { values, hosts } = useAccess.getState();
  useAccess.getState().changeEndpoint({ ...endpoint, name: "Workbench" });
  expect(inUse(settings)).toEqual(settings);
  expect(providerInUse(settings)).toMatchObject({ id: endpoint.id, name: "Workbench" });
  expect(shownProviderName(settings.providerName)).toBe("Workbench");
  expect(useAccess.getState()).toMatchObject({ values, hosts });
});

test("a server stored by an earlier version keeps the chats bound by its name, also after a rename", () => {
  useAccess.getState().hydrate({
    endpoints: [{ id: "custom-1", name: "Bench", models: ["llama"] }],
    "custom-1Url": "https://bench.example",
  });
  const settings = { ...usualSettings, model: "llama", providerName: "Bench" };
  expect(inUse(settings)).toEqual(settings);
  const [endpoint] = useAccess.getState().endpoints;
  if (endpoint) useAccess.getState().changeEndpoint({ ...endpoint, name: "Workbench" });
  expect(inUse(settings)).toEqual(settings);
  expect(providerInUse(settings)?.id).toBe("custom-1");
  // A new server may take the name: it takes no chats.
  const other = addServer("Bench");
  expect(providerInUse(settings)?.id).toBe("custom-1");
  expect(providerInUse(chosen(other.id))?.id).toBe(other.id);
});

test("a server with another API keeps its chats, its address and its key, and gets the options of that API", () => {
  const endpoint = addServer("Bench");
  const settings = chosen(endpoint.id);
  const { hosts } = useAccess.getState();
  expect(placeInUse(useAccess.getState(), settings.providerName)).toBe("own server");
  useAccess.getState().changeEndpoint(withApiType(endpoint, "anthropic"));
  expect(inUse(settings)).toEqual(settings);
  expect(placeInUse(useAccess.getState(), settings.providerName)).toBe("Anthropic");
  const access = useAccess.getState();
  const provider = providerInUse(settings);
  expect(provider && connect(provider, access, { relay: "/api" })).toEqual({
    baseUrl: "https://bench.example",
    headers: {
      "anthropic-dangerous-direct-browser-access": "true",
      "anthropic-version": "2023-06-01",
      "x-api-key": "sk-bench",
    },
    options: { apiVersion: "2023-06-01", extraBody: "" },
  });
  expect(access.hosts).toEqual(hosts);
});

test("the abilities of a model are those at the provider whose API its server has", () => {
  const { id, boundName } = useAccess.getState().addEndpoint("Bench", "gemini");
  useAccess.getState().hydrate({ endpoints: useAccess.getState().endpoints, [`${id}Url`]: "https://bench.example" });
  expect(abilitiesNow({ model: "gemma-3-27b-it", providerName: boundName }).tools).toBe(false);
  expect(abilitiesNow({ model: "gemma-3-27b-it", providerName: "OpenAI" }).tools).toBe(true);
});

test("a removed server is restored at its position, among later changes", () => {
  const first = addServer("First");
  const second = addServer("Second");
  const settings = chosen(first.id);
  const before = useAccess.getState();
  const undo = removeEndpoint(first);
  expect(useAccess.getState().endpoints).toEqual([second]);
  expect(Object.keys(useAccess.getState().values).filter((key) => key.startsWith(first.id))).toEqual([]);
  useAccess.getState().setAccessCode("meanwhile");
  undo();
  const { endpoints, values, hosts, accessCode } = useAccess.getState();
  expect({ endpoints, values, hosts }).toEqual({
    endpoints: before.endpoints,
    values: before.values,
    hosts: before.hosts,
  });
  expect(accessCode).toBe("meanwhile");
  expect(inUse(settings)).toEqual(settings);
  undo();
  expect(useAccess.getState().endpoints).toHaveLength(2);
});

test("adds the models that a server lists to those that were entered", () => {
  const endpoint = { id: "custom-1", name: "Bench", boundName: "custom-1", models: ["typed", "both"] };
  const providers = withEndpoints(builtInProviders, [endpoint]);
  const typed = endpoint.models.map((name, place) => ({
    name,
    displayName: name,
    available: true,
    sorted: 1000 + place,
    provider: { id: "custom-1", providerName: "custom-1", providerType: "custom", sorted: 9 },
  }));
  const merged = mergeFetched(typed, { "custom-1": ["both", "listed"] }, providers);
  expect(merged.map(({ name }) => name).toSorted()).toEqual(["both", "listed", "typed"]);
});
