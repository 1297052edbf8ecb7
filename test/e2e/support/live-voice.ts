import type { LaunchOptions, Locator, Page } from "@playwright/test";
import { base64OfSamples } from "@/lib/media/pcm";
import { test as base, newChat, replyEnded, send } from "./fixtures";

/** A microphone that hums, allowed without a question; and connections within this computer. */
const voiceArgs = [
  "--use-fake-device-for-media-stream",
  "--use-fake-ui-for-media-stream",
  "--autoplay-policy=no-user-gesture-required",
  "--disable-features=WebRtcHideLocalIpsWithMdns",
  "--allow-loopback-in-peer-connection",
];

/** Tests in a browser with a microphone. They are declared once, because each declaration starts workers of its own. */
export const test = base.extend<object, { readonly launchOptions: LaunchOptions }>({
  launchOptions: [
    async ({ launchOptions }, use) => {
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...voiceArgs] });
    },
    { scope: "worker" },
  ],
});

const key = "sk-live-0123456789";

/** What a page signs in with at the service. */
export const keyProtocol = `openai-insecure-api-key.${key}`;

interface Opening {
  /** What is said in the chat before. */
  readonly before?: string;
  readonly apiKey?: string;
  /** `refused` until the page says otherwise. */
  readonly microphone?: "refused";
}

/** Switches live voice on, opens a chat and the panel over it. */
export async function openVoice(page: Page, url: string, { before, apiKey = key, microphone }: Opening): Promise<void> {
  await page.addInitScript(
    (config) => {
      if (localStorage.getItem("app-config")) return;
      const state = { realtimeConfig: config, dontShowMaskSplashScreen: true };
      localStorage.setItem("app-config", JSON.stringify({ state, version: 4.1 }));
    },
    { enable: true, apiKey },
  );
  if (microphone === "refused") {
    await page.addInitScript(() => {
      const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      navigator.mediaDevices.getUserMedia = (wanted) => {
        const isAllowed = "isMicrophoneAllowed" in window;
        return isAllowed ? ask(wanted) : Promise.reject(new DOMException("Permission denied", "NotAllowedError"));
      };
    });
  }
  await page.goto(url);
  await newChat(page);
  if (before !== undefined) {
    await send(page, before);
    await replyEnded(page);
  }
  await page.getByRole("button", { name: "Voice chat" }).click();
}

/** A second of a tone, or as many as are wanted, as base64 of its samples. */
export function tone(seconds: number): string {
  return base64OfSamples(Int16Array.from({ length: seconds * 24_000 }, (_, index) => 6000 * Math.sin(index / 10)));
}

/** The events in which the service tells that the user spoke, and then what was understood of it. */
export function said(itemId: string, text: string, { fromMs, toMs }: { fromMs: number; toMs: number }): object[][] {
  return [
    [
      { type: "input_audio_buffer.speech_started", item_id: itemId, audio_start_ms: fromMs },
      { type: "input_audio_buffer.speech_stopped", item_id: itemId, audio_end_ms: toMs },
      { type: "input_audio_buffer.committed", item_id: itemId, previous_item_id: null },
    ],
    [
      {
        type: "conversation.item.input_audio_transcription.completed",
        item_id: itemId,
        content_index: 0,
        transcript: text,
      },
    ],
  ];
}

/** The tokens of each answer: 3.82 cents with the prices of gpt-realtime-2.1. */
const usage = {
  input_tokens: 1500,
  output_tokens: 300,
  input_token_details: { audio_tokens: 1000, cached_tokens: 500, cached_tokens_details: { audio_tokens: 400 } },
  output_token_details: { audio_tokens: 250 },
};

/** The events of an answer with so many seconds of sound. */
export function reply(itemId: string, words: readonly string[], seconds: number): object[] {
  return [
    { type: "response.created", response: { id: "resp-1", status: "in_progress" } },
    ...words.map((delta) => ({ type: "response.output_audio_transcript.delta", item_id: itemId, delta })),
    { type: "response.output_audio.delta", item_id: itemId, delta: tone(seconds) },
    { type: "response.done", response: { id: "resp-1", status: "completed", output: [{ id: itemId }], usage } },
  ];
}

/** Decodes what can be played of a message and answers how long it is, in seconds. */
export async function heardSeconds(message: Locator): Promise<number> {
  return message.locator("audio").evaluate(async (player: HTMLAudioElement) => {
    const bytes = await (await fetch(player.src)).arrayBuffer();
    const sound = await new AudioContext().decodeAudioData(bytes);
    if (sound.numberOfChannels !== 1) throw new Error("The sound is not mono.");
    return sound.duration;
  });
}
