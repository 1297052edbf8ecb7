import { readAppConfig, submitKeys } from "@/lib/settings/app-settings";
import { usualSettings } from "../../support/chat-samples";

const usualSpeech = {
  enable: false,
  autoplay: false,
  engine: "OpenAI-TTS",
  model: "tts-1",
  voice: "alloy",
  server: "",
  serverModel: "tts-1",
  serverVoice: "alloy",
  edgeVoice: "zh-CN-YunxiNeural",
  browserVoice: "",
  speed: 1,
};
const usualVoice = {
  enable: false,
  provider: "OpenAI",
  model: "gpt-4o-realtime-preview-2024-10-01",
  apiKey: "",
  apiKeyHost: "api.openai.com",
  azureEndpoint: "",
  azureDeployment: "",
  voice: "alloy",
  temperature: 0.9,
};
const usualSearch = { engine: "none", apiKey: "", apiKeyHost: "", address: "", isPreferred: false };

const defaults = {
  theme: "auto",
  submitKey: "Enter",
  enableAutoGenerateTitle: true,
  tightBorder: false,
  fontSize: 14,
  fontFamily: "",
  disablePromptHint: false,
  dontShowMaskSplashScreen: false,
  hideBuiltinMasks: false,
  sendPreviewBubble: true,
  startWith: "list",
  imageLimit: "standard",
  enableArtifacts: true,
  enableCodeFold: true,
  enableFacts: false,
  density: "regular",
  customModels: "",
  visionModels: "",
  replyTimeout: "auto",
  finishReplies: false,
  favouriteModels: [],
  recentModels: [],
  recentEmoji: [],
  modelAbilities: {},
  skinTone: "none",
  avatar: "1f603",
  sidebarWidth: 300,
  systemPrompt: "",
  blendPrompt: "",
  hasSeenLeftOut: false,
  hasChosenModel: false,
  sentCount: 0,
  lastUpdateTime: 0,
  modelConfig: usualSettings,
  ttsConfig: usualSpeech,
  realtimeConfig: usualVoice,
  searchConfig: usualSearch,
};

test.each([undefined, null, "text", 7, [], {}])("uses the defaults for %p", (stored) => {
  expect(readAppConfig(stored)).toEqual(defaults);
});

test("loads stored settings and ignores unknown ones", () => {
  const stored = {
    theme: "dark",
    submitKey: "Meta + Enter",
    enableAutoGenerateTitle: false,
    disablePromptHint: true,
    dontShowMaskSplashScreen: true,
    hideBuiltinMasks: true,
    sendPreviewBubble: false,
    startWith: "new",
    imageLimit: "large",
    replyTimeout: "minutes15",
    finishReplies: true,
    enableArtifacts: false,
    enableCodeFold: false,
    enableFacts: true,
    tightBorder: true,
    fontSize: 20,
    fontFamily: "Inter",
    density: "roomy",
    customModels: "+llama",
    visionModels: "mine",
    favouriteModels: ["gpt-5@openai"],
    recentModels: ["o3@openai"],
    recentEmoji: ["1f419"],
    modelAbilities: { "mine@Gate": { vision: true } },
    skinTone: "1f3fd",
    avatar: "1f642",
    sidebarWidth: 100,
    systemPrompt: "Be brief.",
    blendPrompt: "Join.",
    hasSeenLeftOut: true,
    hasChosenModel: true,
    sentCount: 3,
    lastUpdateTime: 5,
    modelConfig: { ...usualSettings, model: "gpt-5" },
    ttsConfig: { ...usualSpeech, enable: true, speed: 4 },
    realtimeConfig: { ...usualVoice, enable: true },
    searchConfig: usualSearch,
  };
  expect(readAppConfig({ ...stored, unknown: 1 })).toEqual(stored);
});

test.each([
  ["theme", "sepia", "auto"],
  ["submitKey", "Space", "Enter"],
  ["tightBorder", "yes", false],
  ["fontSize", 11, 12],
  ["fontSize", 41, 40],
  ["fontSize", "14", 14],
  ["fontFamily", 7, ""],
  ["density", "loose", "regular"],
  ["favouriteModels", "gpt-5@openai", []],
  ["recentEmoji", [1, "1f419"], ["1f419"]],
  ["modelAbilities", { a: { vision: 1 }, b: { tools: false } }, { b: { tools: false } }],
  ["skinTone", "blue", "none"],
  ["recentModels", [1, "o3@openai"], ["o3@openai"]],
  ["avatar", null, "1f603"],
  ["blendPrompt", 7, ""],
  ["sidebarWidth", 20, 100],
  ["sidebarWidth", 2000, 500],
  ["sidebarWidth", Number.NaN, 300],
  ["sentCount", -1, 0],
  ["lastUpdateTime", -1, 0],
])("reads a stored %s of %p as %p", (name, value, expected) => {
  expect(readAppConfig({ [name]: value })).toEqual({ ...defaults, [name]: expected });
});

test.each([null, "gpt-5", [], { model: 7 }])("uses the default model settings for %p", (modelConfig) => {
  expect(readAppConfig({ modelConfig })).toEqual(defaults);
});

test("has five send keys", () => {
  expect(submitKeys).toEqual(["Enter", "Ctrl + Enter", "Shift + Enter", "Alt + Enter", "Meta + Enter"]);
});
