import { changeVoiceSettings, voiceKey } from "@/lib/settings/voice-access";
import { readVoiceSettings, storedVoiceSettings } from "@/lib/settings/voice-settings";

const usual = {
  enable: false,
  provider: "OpenAI",
  model: "gpt-4o-realtime-preview-2024-10-01",
  apiKey: "",
  azureEndpoint: "",
  azureDeployment: "",
  voice: "alloy",
  temperature: 0.9,
  apiKeyHost: "api.openai.com",
};

test.each([undefined, null, 7, [], { azure: 1 }, { azure: { endpoint: 7 } }])("uses the defaults for %p", (stored) => {
  expect(readVoiceSettings(stored)).toEqual(usual);
});

test("stores settings in the specification's shape, and restores them unchanged", () => {
  const settings = readVoiceSettings({ azure: { endpoint: "https://tide.openai.azure.com", deployment: "d" } });
  expect(storedVoiceSettings(settings)).toMatchObject({
    azure: { endpoint: "https://tide.openai.azure.com", deployment: "d" },
  });
  expect(readVoiceSettings(storedVoiceSettings(settings))).toEqual(settings);
});

test("uses a key only at the host that it was entered for", () => {
  const entered = changeVoiceSettings(readVoiceSettings(undefined), { apiKey: "sk-1" });
  expect(voiceKey(entered)).toBe("sk-1");
  const moved = changeVoiceSettings(entered, { provider: "Azure", azureEndpoint: "https://tide.openai.azure.com" });
  expect(voiceKey(moved)).toBeUndefined();
  expect(voiceKey(changeVoiceSettings(moved, { provider: "OpenAI" }))).toBe("sk-1");
  const again = changeVoiceSettings(moved, { apiKey: "az-1" });
  expect(voiceKey(again)).toBe("az-1");
  expect(voiceKey(changeVoiceSettings(again, { azureEndpoint: "https://other.example" }))).toBeUndefined();
});

test("binds a key that another program stored to the address stored with it", () => {
  const read = readVoiceSettings({ provider: "Azure", apiKey: "az-1", azure: { endpoint: "tide.openai.azure.com" } });
  expect(voiceKey(read)).toBe("az-1");
  expect(voiceKey(readVoiceSettings({ apiKey: "sk-1" }))).toBe("sk-1");
});
