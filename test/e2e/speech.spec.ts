import type { Page } from "@playwright/test";
import { wavOf } from "@/lib/media/wav";
import { everywhere, expect, messages, newChat, replyEnded, send, test } from "./support/fixtures";
import { secondsOfLetter } from "./support/provider";

/** What the page has decoded and played: the seconds of each piece, rounded to hundredths. */
async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard: number[] = [];
    Object.assign(window, { heard });
    const { start } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function (...times) {
      heard.push(Math.round((this.buffer?.duration ?? 0) * 100) / 100);
      return start.apply(this, times);
    };
  });
}

const heard = (page: Page) => page.evaluate(() => (window as unknown as { heard: number[] }).heard);

const secondsOf = (text: string) => Math.round(text.length * secondsOfLetter * 100) / 100;

async function openWith(page: Page, url: string, ttsConfig: object): Promise<void> {
  await listen(page);
  await page.addInitScript((config) => {
    const state = { ttsConfig: config, dontShowMaskSplashScreen: true };
    if (!localStorage.getItem("app-config")) {
      localStorage.setItem("app-config", JSON.stringify({ state, version: 4.1 }));
    }
  }, ttsConfig);
  await page.goto(url);
  await newChat(page);
}

const lastReply = (page: Page) => messages(page).last();
const readAloud = (page: Page) => lastReply(page).getByRole("button", { name: "Read aloud" });
const stopReading = (page: Page) => lastReply(page).getByRole("button", { name: "Stop reading" });

test("a reply is read aloud with the voice and the speed of the settings, and a second click stops it", async ({
  page,
  app,
  provider,
}) => {
  await page.goto(`${app.url}/settings#speech`);
  await page.getByRole("switch", { name: /^Read replies aloud/ }).click();
  await page.getByRole("combobox", { name: "Voice", exact: true }).selectOption("nova");
  await listen(page);
  await page.goto(app.url);
  await newChat(page);
  await send(page, "markdown");
  await replyEnded(page);
  await readAloud(page).click();
  await expect(stopReading(page)).toBeVisible();
  await expect.poll(async () => (await heard(page))[0]).toBe(secondsOf("Heading"));
  expect(provider.spoken.at(0)).toEqual({
    model: "tts-1",
    input: "Heading",
    voice: "nova",
    response_format: "mp3",
    speed: 1,
  });
  await expect.poll(() => provider.spoken.at(1)?.input).toBe("Text with bold and a link. a, b 1, 2 html chart bad");
  await stopReading(page).click();
  await expect(readAloud(page)).toBeVisible();
  const calls = provider.spoken.length;
  const before = (await heard(page)).length;
  await readAloud(page).click();
  await expect.poll(async () => (await heard(page))[before]).toBe(secondsOf("Heading"));
  expect(provider.spoken.slice(calls).map(({ input }) => input)).not.toContain("Heading");
});

test("a reply is read aloud while it streams, if that is on", everywhere, async ({ page, app, provider }) => {
  await openWith(page, app.url, { enable: true, autoplay: true });
  const before = provider.spoken.length;
  const spoken = () => provider.spoken.slice(before).map(({ input }) => input);
  await send(page, "recites");
  await expect.poll(spoken).toEqual(["The tide comes in."]);
  await expect.poll(() => heard(page)).toEqual([secondsOf("The tide comes in.")]);
  await expect(page.getByRole("button", { name: "Stop", exact: true })).toBeVisible();
  await provider.release();
  await expect.poll(spoken).toEqual(["The tide comes in.", "Then it goes out."]);
  await expect(readAloud(page)).toBeVisible();
});

test("speech that breaks off halfway is played as far as it arrived, and an error is shown with an action", async ({
  page,
  app,
}) => {
  await openWith(page, app.url, { enable: true });
  await send(page, "half a sentence of which something can be heard");
  await replyEnded(page);
  await readAloud(page).click();
  await expect(page.getByRole("alert").filter({ hasText: "The speech service stopped halfway." })).toBeVisible();
  const [seconds = 0] = await heard(page);
  expect(seconds).toBeGreaterThan(0.5);
  await expect(readAloud(page)).toBeVisible();

  await send(page, "mute");
  await replyEnded(page);
  await readAloud(page).click();
  const failure = page.getByText("Couldn’t read this aloud. The provider couldn’t find this model or address.");
  await expect(failure).toBeVisible();
  await expect(page.getByRole("button", { name: "Use this device’s voice" }).last()).toBeVisible();
  await expect(readAloud(page)).toBeVisible();
});

test("Edge's voices are streamed over a WebSocket of the page, and one reading ends the other", async ({
  page,
  app,
}) => {
  const sent: string[] = [];
  const sound = Buffer.from(wavOf(new Int16Array(48_000)));
  await page.routeWebSocket(/^wss:\/\/speech\.platform\.bing\.com\//, (socket) => {
    socket.onMessage((message) => {
      sent.push(String(message));
      if (!String(message).includes("Path:ssml")) return;
      const head = "X-RequestId:1\r\nContent-Type:audio/mpeg\r\nPath:audio\r\n";
      socket.send("X-RequestId:1\r\nPath:turn.start\r\n\r\n{}");
      for (const part of [sound.subarray(0, 5000), sound.subarray(5000)]) {
        socket.send(Buffer.concat([Buffer.of(0, head.length), Buffer.from(head), part]));
      }
      socket.send("X-RequestId:1\r\nPath:turn.end\r\n\r\n{}");
    });
  });
  await openWith(page, app.url, { enable: true, engine: "Edge-TTS", speed: 1.5 });
  await send(page, "one < two & 'three'");
  await replyEnded(page);
  await readAloud(page).click();
  await expect.poll(() => heard(page)).toEqual([2]);
  expect(sent[1]).toContain(
    "xml:lang='zh-CN'><voice name='zh-CN-YunxiNeural'><prosody pitch='+0Hz' rate='+50%' volume='+0%'>",
  );
  expect(sent[1]).toContain("one &lt; two &amp; &apos;three&apos;");
  await send(page, "again");
  await replyEnded(page);
  await readAloud(page).click();
  await expect(page.getByRole("button", { name: "Stop reading" })).toHaveCount(1);
});

/** Gives the device a voice, and returns what it is asked to say. */
async function giveVoice(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const uttered: string[] = [];
    const voice = { voiceURI: "urn:tide", name: "Tide", lang: "en-GB", localService: true, default: true };
    Object.assign(window, { uttered });
    Object.defineProperty(window, "SpeechSynthesisUtterance", {
      value: class {
        rate = 1;
        onstart?: () => void;
        onend?: () => void;
        constructor(readonly text: string) {}
      },
    });
    const synthesis = new EventTarget();
    Object.assign(synthesis, {
      getVoices: () => [voice],
      cancel() {},
      speak(utterance: { text: string; rate: number; voice?: { name: string }; onstart(): void; onend(): void }) {
        uttered.push(`${utterance.voice?.name} ${utterance.rate}: ${utterance.text}`);
        utterance.onstart();
        setTimeout(() => utterance.onend(), 50);
      },
    });
    Object.defineProperty(window, "speechSynthesis", { value: synthesis });
  });
  return () => page.evaluate(() => (window as unknown as { uttered: string[] }).uttered);
}

test("the browser's own voices are used if they are selected", async ({ page, app }) => {
  const uttered = await giveVoice(page);
  await openWith(page, app.url, { enable: true, engine: "Browser", browserVoice: "urn:tide", speed: 2 });
  await send(page, "aloud");
  await replyEnded(page);
  await readAloud(page).click();
  await expect.poll(uttered).toEqual([expect.stringMatching(/^Tide 2: .*aloud/)]);
  await expect(readAloud(page)).toBeVisible();
});

test("the device reads every reply aloud while it streams, if that is on", async ({ page, app, provider }) => {
  const uttered = await giveVoice(page);
  await openWith(page, app.url, { enable: true, autoplay: true, engine: "Browser", browserVoice: "urn:tide" });
  const [first, second] = ["Tide 1: The tide comes in.", "Tide 1: Then it goes out."] as const;
  const before: string[] = [];
  for (let round = 0; round < 3; round++) {
    await send(page, "recites");
    await expect.poll(uttered).toEqual([...before, first]);
    await provider.release();
    await expect.poll(uttered).toEqual([...before, first, second]);
    before.push(first, second);
    await replyEnded(page);
  }
});
