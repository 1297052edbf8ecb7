import { choice, range, readFields, text, toggle, type ValuesOf } from "@/lib/fields/fields";

/** Settings of text-to-speech for replies (`ttsConfig`). */
export const speechSettings = {
  enable: toggle({ section: "speech", default: false }),
  autoplay: toggle({ section: "speech", default: false }),
  engine: choice({ section: "speech", default: "OpenAI-TTS", options: ["OpenAI-TTS", "Edge-TTS", "Browser"] }),
  model: choice({ section: "speech", default: "tts-1", options: ["tts-1", "tts-1-hd", "gpt-4o-mini-tts"] }),
  voice: choice({
    section: "speech",
    default: "alloy",
    options: ["alloy", "echo", "fable", "onyx", "nova", "shimmer"],
  }),
  // Id of a server of the user or of the operator, which has its own models and voices; empty for OpenAI.
  server: text({ section: "speech" }),
  serverModel: text({ section: "speech", default: "tts-1" }),
  serverVoice: text({ section: "speech", default: "alloy" }),
  edgeVoice: text({ section: "speech", default: "zh-CN-YunxiNeural" }),
  // URI of a voice of this device; empty leaves the choice to the browser.
  browserVoice: text({ section: "speech" }),
  speed: range({ section: "speech", default: 1, min: 0.25, max: 4, step: 0.05 }),
};

export type SpeechSettings = ValuesOf<typeof speechSettings>;

/** Reads the speech settings from any input. Never throws. */
export function readSpeechSettings(input: unknown): SpeechSettings {
  return readFields(speechSettings, input);
}
