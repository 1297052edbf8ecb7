import type { Page } from "@playwright/test";
import {
  dictationRow,
  giveRecognizer,
  giveTone,
  microphones,
  openChat,
  openDictation,
  recognizerAsked,
} from "./support/dictation";
import { everywhere, expect, messageBox, messages, newChat, replyEnded, send } from "./support/fixtures";
import { giveBrand } from "./support/given-brand";
import { test } from "./support/live-voice";

const startButton = (page: Page) => dictationRow(page).getByRole("button", { name: "Start" });
const stopButton = (page: Page) => dictationRow(page).getByRole("button", { name: "Stop" });

/** Returns the position of the caret in the message box. */
const caret = (page: Page) => messageBox(page).evaluate((box: HTMLTextAreaElement) => box.selectionStart);

test(
  "speech becomes text at the caret, after the user has seen where the audio goes @S10.4",
  everywhere,
  async ({ page, app, provider }) => {
    await openChat(page, app.url);
    await messageBox(page).fill("Say again");
    await messageBox(page).evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(3, 3));
    const before = provider.transcribed.length;
    await openDictation(page);
    await expect(dictationRow(page)).toContainText(/The audio is sent .*OpenAI/);
    await expect(startButton(page)).toBeFocused();
    expect(await microphones(page)).toEqual([]);
    await dictationRow(page).getByRole("combobox", { name: "Language" }).selectOption({ label: "German (Germany)" });
    await startButton(page).click();
    // A recorder that is stopped at once has recorded nothing.
    await expect(dictationRow(page).getByText("0:01")).toBeVisible();
    expect(await microphones(page)).toEqual(["live"]);
    await stopButton(page).click();
    await expect(messageBox(page)).toHaveValue("Say The tide is late. again");
    await expect(messageBox(page)).toBeFocused();
    await expect.poll(() => caret(page)).toBe("Say The tide is late.".length);
    await expect(dictationRow(page)).toHaveCount(0);
    expect(await microphones(page)).toEqual(["ended"]);
    await expect(messages(page)).toHaveCount(0);
    const [asked] = provider.transcribed.slice(before);
    expect(asked).toMatchObject({
      fields: { model: "gpt-4o-mini-transcribe", language: "de", response_format: "json" },
      file: { name: "speech.webm" },
    });
    expect(asked?.file.size).toBeGreaterThan(100);

    // The destination is known now, so the second dictation records at once. Its text can be edited before it is sent.
    await messageBox(page).fill("");
    await openDictation(page);
    await expect(dictationRow(page).getByText("0:01")).toBeVisible();
    await stopButton(page).click();
    await expect(messageBox(page)).toHaveValue("The tide is late.");
    await expect(messageBox(page)).toBeFocused();
    await page.keyboard.type(" Why?");
    await page.keyboard.press("Enter");
    await replyEnded(page);
    await expect(messages(page).first()).toContainText("The tide is late. Why?");
  },
);

test("Esc discards the recording, and nothing is sent @S10.4", async ({ page, app, provider }) => {
  await openChat(page, app.url);
  await send(page, "the tide");
  await replyEnded(page);
  const before = provider.transcribed.length;
  await openDictation(page);
  await startButton(page).click();
  await expect(stopButton(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dictationRow(page)).toHaveCount(0);
  await expect(messageBox(page)).toBeFocused();
  await expect(messageBox(page)).toHaveValue("");
  await expect.poll(() => microphones(page)).toEqual(["ended"]);

  // A chat that is left takes its recording with it.
  await openDictation(page);
  await expect(stopButton(page)).toBeVisible();
  await newChat(page);
  await expect(dictationRow(page)).toHaveCount(0);
  await expect.poll(() => microphones(page)).toEqual(["ended", "ended"]);
  expect(provider.transcribed.length).toBe(before);
});

test("a denied microphone and a failed service each show what to do", async ({ page, app, provider }) => {
  await openChat(page, app.url);
  await page.evaluate(() => Object.assign(window, { isMicrophoneDenied: true }));
  await openDictation(page);
  await startButton(page).click();
  await expect(dictationRow(page).getByRole("alert")).toContainText("Microphone access is blocked.");
  await page.evaluate(() => Reflect.deleteProperty(window, "isMicrophoneDenied"));
  const retry = dictationRow(page).getByRole("button", { name: "Try again" });

  await page.route("**/audio/transcriptions", (route) =>
    route.fulfill({ status: 429, json: { error: { message: "Slow down, please." } } }),
  );
  await retry.click();
  await expect(dictationRow(page).getByText("0:01")).toBeVisible();
  await stopButton(page).click();
  await expect(dictationRow(page).getByRole("alert")).toContainText("Slow down, please.");
  expect(await microphones(page)).toEqual(["ended"]);

  // The recording is sent again; nobody has to repeat what was said.
  await page.unroute("**/audio/transcriptions");
  const before = provider.transcribed.length;
  await retry.click();
  await expect(messageBox(page)).toHaveValue("The tide is late.");
  expect(provider.transcribed.length).toBe(before + 1);
  expect(await microphones(page)).toEqual(["ended"]);
});

test("a recording ends by itself three seconds after the last sound", async ({ page, app }) => {
  await giveTone(page, 1500);
  await openChat(page, app.url);
  await openDictation(page);
  await startButton(page).click();
  await expect(messageBox(page)).toHaveValue("The tide is late.");
});

test("silence is not sent", async ({ page, app, provider }) => {
  await giveTone(page, 0);
  await openChat(page, app.url);
  const before = provider.transcribed.length;
  await openDictation(page);
  await startButton(page).click();
  await expect(dictationRow(page).getByRole("alert")).toContainText("No speech was heard.");
  expect(provider.transcribed.length).toBe(before);
});

test("the browser's recognizer is used at once if it works on this device", async ({ page, app, provider }) => {
  await openChat(page, app.url);
  await giveRecognizer(page, "device");
  await page.reload();
  await newChat(page);
  const before = provider.transcribed.length;
  await openDictation(page);
  await expect(dictationRow(page)).toContainText("The audio isn’t sent.");
  await expect(dictationRow(page).getByText("The tide is late.")).toBeVisible();
  await stopButton(page).click();
  await expect(messageBox(page)).toHaveValue("The tide is late.");
  expect(await recognizerAsked(page)).toEqual([{ lang: "en-US", processLocally: true }]);
  expect(await microphones(page)).toEqual(["ended"]);
  expect(provider.transcribed.length).toBe(before);
});

test("the browser’s service is used only after it was chosen and allowed @S10.4", async ({ page, app }) => {
  await openChat(page, app.url);
  await giveRecognizer(page, "server");
  await page.reload();
  await newChat(page);
  await openDictation(page);
  const way = dictationRow(page).getByRole("combobox", { name: "Speech recognition" });
  await expect(way).toHaveValue("openai");
  await way.selectOption({ label: "Browser’s service" });
  await expect(dictationRow(page)).toContainText("The audio is sent to the speech service of your browser’s maker.");
  expect(await recognizerAsked(page)).toEqual([]);
  await startButton(page).click();
  await expect(dictationRow(page).getByText("The tide is late.")).toBeVisible();
  await stopButton(page).click();
  await expect(messageBox(page)).toHaveValue("The tide is late.");
  expect(await recognizerAsked(page)).toEqual([{ lang: "en-US", processLocally: false }]);

  await page.reload();
  await openDictation(page);
  await expect(stopButton(page)).toBeVisible();
  await page.keyboard.press("Escape");
});

test("a brand that hides voice has no dictation", async ({ page, app }) => {
  await giveBrand(page, { hidden: ["voice"] });
  await openChat(page, app.url);
  await expect(page.getByRole("button", { name: "Dictate" })).toHaveCount(0);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Dictate" })).toHaveCount(0);
});
