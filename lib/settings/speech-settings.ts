import { choice, range, readFields, text, toggle, type ValuesOf } from "@/lib/fields/fields";

/** Voices of Edge, some for each language of the interface; the service has several hundred. */
export const edgeVoices = [
  "zh-CN-YunxiNeural",
  "zh-CN-XiaoxiaoNeural",
  "zh-CN-YunyangNeural",
  "zh-TW-HsiaoChenNeural",
  "zh-TW-YunJheNeural",
  "en-US-AriaNeural",
  "en-US-GuyNeural",
  "en-GB-SoniaNeural",
  "en-GB-RyanNeural",
  "ar-SA-HamedNeural",
  "ar-SA-ZariyahNeural",
  "bn-BD-NabanitaNeural",
  "cs-CZ-AntoninNeural",
  "da-DK-ChristelNeural",
  "de-DE-ConradNeural",
  "de-DE-KatjaNeural",
  "es-ES-AlvaroNeural",
  "es-ES-ElviraNeural",
  "fr-FR-DeniseNeural",
  "fr-FR-HenriNeural",
  "id-ID-GadisNeural",
  "it-IT-ElsaNeural",
  "ja-JP-NanamiNeural",
  "ko-KR-SunHiNeural",
  "nb-NO-PernilleNeural",
  "pt-BR-FranciscaNeural",
  "ru-RU-SvetlanaNeural",
  "sk-SK-LukasNeural",
  "tr-TR-EmelNeural",
  "vi-VN-HoaiMyNeural",
] as const;

/** How replies are read aloud (`ttsConfig`, §2.3.3). */
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
  edgeVoice: choice({ section: "speech", default: "zh-CN-YunxiNeural", options: edgeVoices }),
  // The address of a voice of this device; empty leaves the choice to the browser.
  browserVoice: text({ section: "speech" }),
  speed: range({ section: "speech", default: 1, min: 0.25, max: 4, step: 0.05 }),
};

export type SpeechSettings = ValuesOf<typeof speechSettings>;

/** Reads the speech settings from anything. Never throws. */
export function readSpeechSettings(input: unknown): SpeechSettings {
  return readFields(speechSettings, input);
}
