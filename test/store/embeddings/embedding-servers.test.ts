/** @jest-environment jsdom */
import { providers } from "@/lib/providers/registry";
import { chosenEmbedder, destinationOf, embeddingServers } from "@/store/embeddings/embedding-servers";
import { useEmbeddingSettings, writeEmbeddingSettings } from "@/store/embeddings/embedding-settings";
import { useAccess } from "@/store/settings/access";

const initial = useAccess.getState();

beforeEach(() => {
  localStorage.clear();
  useAccess.setState({ ...initial, reach: {} }, true);
});

const names = () => embeddingServers().map(({ provider, host, model }) => `${provider.name} ${host} ${model}`.trim());

const local = [
  "Ollama localhost:11434 nomic-embed-text",
  "LM Studio localhost:1234 text-embedding-nomic-embed-text-v1.5",
  "llama.cpp localhost:8080 default",
  "vLLM localhost:8000",
];

test("servers are those on this computer, with a key of the user, or added by the user", () => {
  expect(names()).toEqual(local);
  const { setUseCustomConfig, setValue, addEndpoint } = useAccess.getState();
  setUseCustomConfig(true);
  setValue(providers.openai, "apiKey", "sk-1");
  setValue(providers.mistral, "apiKey", "m-1");
  const { id } = addEndpoint("Mine");
  expect(names().filter((each) => !local.includes(each))).toEqual([
    "OpenAI api.openai.com text-embedding-3-small",
    "Mistral api.mistral.ai mistral-embed",
  ]);
  useAccess.setState(({ values }) => ({ values: { ...values, [`${id}Url`]: "https://tide.example" } }));
  expect(names().at(-1)).toBe("Mine tide.example");
});

test("passages go to no other destination than the one that the user saw @S10.5", () => {
  const { setUseCustomConfig, setValue } = useAccess.getState();
  setUseCustomConfig(true);
  setValue(providers.openai, "apiKey", "sk-1");
  const server = embeddingServers().find(({ provider }) => provider.id === "openai");
  if (!server) throw new Error("OpenAI is missing.");
  const settings = { isOn: true, providerId: "openai", model: "small", destination: destinationOf(server) };
  writeEmbeddingSettings(settings);
  expect(chosenEmbedder()).toMatchObject({
    called: { providerName: "OpenAI", model: "small" },
    host: "api.openai.com",
    key: "1 direct openai api.openai.com small",
  });
  setValue(providers.openai, "url", "https://gateway.example");
  setValue(providers.openai, "apiKey", "sk-2");
  expect(chosenEmbedder()).toBeUndefined();
  // The site's server takes over without a key of the user.
  useAccess.setState({ ...initial, reach: { relay: "/api" } }, true);
  expect(chosenEmbedder()).toBeUndefined();
});

test.each([
  ["off", { isOn: false, providerId: "ollama", model: "m", destination: "direct ollama localhost:11434" }],
  ["without a model", { isOn: true, providerId: "ollama", model: "", destination: "direct ollama localhost:11434" }],
  ["of an unknown provider", { isOn: true, providerId: "gone", model: "m", destination: "direct gone x" }],
])("settings that are %s choose no server", (_, settings) => {
  writeEmbeddingSettings(settings);
  expect(chosenEmbedder()).toBeUndefined();
});

test("settings that another tab has changed are read again, and unreadable ones are off", () => {
  writeEmbeddingSettings({
    isOn: true,
    providerId: "ollama",
    model: "nomic-embed-text",
    destination: "direct ollama localhost:11434",
  });
  expect(chosenEmbedder()?.host).toBe("localhost:11434");
  localStorage.setItem("parley-embeddings", '{"isOn":"yes"}');
  expect(chosenEmbedder()).toBeUndefined();
  expect(useEmbeddingSettings.getState().isOn).toBe(false);
});
