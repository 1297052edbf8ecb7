import { expect, type Page } from "@playwright/test";
import { composerLoaded, newChat } from "./fixtures";

/** The row of a dictation. */
export const dictationRow = (page: Page) => page.getByRole("group", { name: "Dictation" });

/** Notes the microphones that a page opens, and takes its own recognizer away, which depends on the browser. */
async function watchMicrophones(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const name of ["SpeechRecognition", "webkitSpeechRecognition"]) Reflect.deleteProperty(window, name);
    const tracks: MediaStreamTrack[] = [];
    Object.assign(window, { tracks });
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      if ("isMicrophoneDenied" in window) throw new DOMException("Permission denied", "NotAllowedError");
      const stream = await ask(wanted);
      tracks.push(...stream.getTracks());
      return stream;
    };
  });
}

/** Returns whether each microphone that was opened is still in use. */
export function microphones(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    (window as unknown as { tracks: MediaStreamTrack[] }).tracks.map((track) => track.readyState),
  );
}

/** Opens a chat of a page that notes its microphones. */
export async function openChat(page: Page, url: string): Promise<void> {
  await watchMicrophones(page);
  await page.goto(url);
  await newChat(page);
  await composerLoaded(page);
}

/** Opens the dictation of the open chat. */
export async function openDictation(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Dictate", exact: true }).click();
  await expect(dictationRow(page)).toBeVisible();
}

/** Replaces the microphone by a tone that ends after a time, in milliseconds; 0 for silence from the start. */
export async function giveTone(page: Page, ms: number): Promise<void> {
  await page.addInitScript((toneMs) => {
    navigator.mediaDevices.getUserMedia = async () => {
      const context = new AudioContext();
      await context.resume();
      const target = context.createMediaStreamDestination();
      const gain = new GainNode(context, { gain: toneMs > 0 ? 0.5 : 0 });
      const tone = new OscillatorNode(context);
      tone.connect(gain).connect(target);
      tone.start();
      if (toneMs > 0) gain.gain.setValueAtTime(0, context.currentTime + toneMs / 1000);
      return target.stream;
    };
  }, ms);
}

/** Gives a page a recognizer of the browser that hears `The tide is late.`, and notes how it was asked. */
export async function giveRecognizer(page: Page, where: "device" | "server"): Promise<void> {
  await page.addInitScript((place) => {
    const asked: object[] = [];
    class Recognition {
      static available = async () => (place === "device" ? "available" : "unavailable");
      lang = "";
      processLocally = false;
      onstart = () => {};
      onend = () => {};
      onresult = (_event: object) => {};
      start() {
        asked.push({ lang: this.lang, processLocally: this.processLocally });
        setTimeout(() => {
          this.onstart();
          this.onresult({ results: [[{ transcript: "The tide is late." }]] });
        });
      }
      stop() {
        setTimeout(() => this.onend());
      }
      abort() {
        this.stop();
      }
    }
    Object.assign(window, { SpeechRecognition: Recognition, asked });
  }, where);
}

/** Returns how the recognizer was asked. */
export function recognizerAsked(page: Page): Promise<object[]> {
  return page.evaluate(() => (window as unknown as { asked: object[] }).asked);
}
