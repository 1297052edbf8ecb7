import { createSettings } from "@/store/settings/settings";
import { usualSettings } from "../../support/chat-samples";
import { fakeEnvironment } from "../../support/fake-environment";

function setUp(stored?: unknown) {
  const { getState } = createSettings({ env: fakeEnvironment({ now: 1000 }) });
  getState().hydrate(stored);
  return getState;
}

test("before anything is stored, the settings have their defaults", () => {
  expect(setUp()()).toMatchObject({ theme: "auto", sidebarWidth: 300, modelConfig: usualSettings, lastUpdateTime: 0 });
});

test("loads stored settings, and resets settings that are no longer stored to their defaults", () => {
  const getState = setUp({ theme: "dark", fontSize: 20, lastUpdateTime: 5 });
  expect(getState()).toMatchObject({ theme: "dark", fontSize: 20, lastUpdateTime: 5 });
  getState().hydrate({ fontSize: 18 });
  expect(getState()).toMatchObject({ theme: "auto", fontSize: 18, lastUpdateTime: 0 });
});

test("validates a setting like a stored one, and stores the time of the change", () => {
  const getState = setUp();
  getState().set("fontSize", 100);
  getState().set("fontFamily", "  Inter ");
  expect(getState()).toMatchObject({ fontSize: 40, fontFamily: "  Inter ", lastUpdateTime: 1000 });
});

test.each([
  [-5, 100],
  [100, 100],
  [229, 100],
  [230, 230],
  [300, 300],
  [500, 500],
  [501, 500],
])("clamps a sidebar of %p pixels to %p", (width, expected) => {
  const getState = setUp();
  getState().setSidebarWidth(width);
  expect(getState()).toMatchObject({ sidebarWidth: expected, lastUpdateTime: 1000 });
});

test("changes model settings one by one, clamped, and stores the time of the change", () => {
  const getState = setUp();
  getState().setModelConfig({ model: "gpt-5", temperature: 9 });
  getState().setModelConfig({ historyMessageCount: 8 });
  expect(getState()).toMatchObject({
    modelConfig: { ...usualSettings, model: "gpt-5", temperature: 2, historyMessageCount: 8 },
    lastUpdateTime: 1000,
  });
});

test("counts sent messages without a change of the settings' time", () => {
  const getState = setUp({ sentCount: 2 });
  getState().countSent();
  expect(getState()).toMatchObject({ sentCount: 3, lastUpdateTime: 0 });
});

test("resetting restores the defaults of speech and voice, but keeps the key and the address of live voice", () => {
  const getState = setUp({ ttsConfig: { enable: true } });
  const entered = { apiKey: "az-1", apiKeyHost: "tide.example", azureEndpoint: "https://tide.example" };
  getState().setVoice({ ...getState().realtimeConfig, ...entered, enable: true, provider: "Azure" });
  getState().setSpeech({ speed: 9 });
  expect(getState().ttsConfig).toMatchObject({ enable: true, speed: 4 });
  getState().reset();
  expect(getState().ttsConfig).toMatchObject({ enable: false, speed: 1 });
  expect(getState().realtimeConfig).toMatchObject({
    enable: false,
    provider: "OpenAI",
    apiKey: "az-1",
    apiKeyHost: "tide.example",
    azureEndpoint: "https://tide.example",
  });
});

test("resetting keeps the search engine with its key and address", () => {
  const getState = setUp();
  const search = { engine: "Exa", apiKey: "exa-1", apiKeyHost: "api.exa.ai", address: "", isPreferred: true } as const;
  getState().setSearch(search);
  expect(getState()).toMatchObject({ searchConfig: search, lastUpdateTime: 1000 });
  getState().reset();
  expect(getState().searchConfig).toEqual({
    engine: "Exa",
    apiKey: "exa-1",
    apiKeyHost: "api.exa.ai",
    address: "",
    isPreferred: false,
  });
});
