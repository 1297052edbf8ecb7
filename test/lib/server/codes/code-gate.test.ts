import { gateOf } from "@/lib/server/codes/code-gate";
import type { CodeFeature } from "@/lib/server/codes/code-rights";
import { readServerConfig } from "@/lib/server/server-config";

const config = readServerConfig({});
const openai = { id: "openai" };
const gateWith = (...features: CodeFeature[]) => gateOf(config, { features });

test("a code without speech refuses the built-in models for speech, and no others @A2.8", () => {
  const gate = gateWith("images", "tools");
  const builtIn = [...config.providers.values()].flatMap(({ provider: { models, otherModels = [] } }) => [
    ...models,
    ...otherModels,
  ]);
  expect(gate.isClosed).toBe(true);
  expect([...new Set(builtIn)].filter((model) => !gate.isAllowed(model, openai)).sort()).toEqual([
    "gpt-4o-mini-transcribe",
    "gpt-4o-mini-tts",
    "gpt-realtime-2.1",
    "gpt-realtime-2.1-mini",
    "tts-1",
    "tts-1-hd",
    "whisper-large-v3-turbo",
  ]);
});

test.each([
  "gpt-audio",
  "gpt-4o-audio-preview",
  "openai/GPT-Audio:free",
  "gemini-2.5-flash-preview-tts",
  "qwen3_asr_flash",
  "speech-02-hd",
])("%s is a model for speech", (model) => {
  expect(gateWith("images").refusalOf?.(model, openai)).toBe("code-voice");
  expect(gateWith("images").isAllowed(model, openai)).toBe(false);
  expect(gateWith("voice", "images").isAllowed(model, openai)).toBe(true);
});

test.each(["qwen-omni-turbo", "gpt-5", "whispering-llama", "attsy"])("%s is not a model for speech", (model) => {
  expect(gateWith("images").isAllowed(model, openai)).toBe(true);
});

test("with images and speech, a code without a list of models needs no check of models", () => {
  expect(gateWith("voice", "images").isClosed).toBe(false);
});
