import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { axeFindings } from "./support/axe";
import { everywhere, expect, replyEnded, send, test } from "./support/fixtures";

/** Opens the page as when nothing of the app can be loaded. */
async function openRescue(page: Page, url: string): Promise<void> {
  await page.route("**/_next/**", (route) => route.abort());
  await page.goto(`${url}/rescue`);
  await expect(page.getByRole("heading", { name: "Save your data" })).toBeVisible();
}

/** Saves everything; returns the file's text. */
async function saveFile(page: Page): Promise<string> {
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save everything" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^Parley-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.json$/);
  await expect(page.getByRole("status")).toContainText("File saved to your downloads.");
  return readFile(await download.path(), "utf8");
}

/** Puts rows into the stores of the app's database. */
async function putRows(page: Page, rows: Readonly<Record<string, readonly unknown[]>>): Promise<void> {
  await page.evaluate(async (given) => {
    const opening = indexedDB.open("parley");
    await new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
    const transaction = opening.result.transaction(Object.keys(given), "readwrite");
    for (const [name, list] of Object.entries(given)) {
      for (const row of list) transaction.objectStore(name).put(row);
    }
    await new Promise((resolve) => {
      transaction.oncomplete = resolve;
    });
    opening.result.close();
  }, rows);
}

/** All rows of the chats, as stored. */
function storedRows(page: Page): Promise<{ sessions: unknown[]; messages: { id: string; content: unknown }[] }> {
  return page.evaluate(async () => {
    const opening = indexedDB.open("parley");
    await new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
    const all = (name: string) =>
      new Promise<never[]>((resolve) => {
        const reading = opening.result.transaction(name).objectStore(name).getAll();
        reading.onsuccess = () => resolve(reading.result as never[]);
      });
    const rows = { sessions: await all("sessions"), messages: await all("messages") };
    opening.result.close();
    return rows;
  });
}

test(
  "without the app's code everything is saved, and the app in another browser imports it unchanged @S10.3",
  everywhere,
  async ({ page, app, browser }) => {
    await page.goto(app.url);
    await send(page, "rescued question");
    await replyEnded(page);
    await expect(async () => expect((await storedRows(page)).messages).toHaveLength(2)).toPass();
    await openRescue(page, app.url);
    await expect(page.getByRole("definition")).toHaveText(["1", "2"]);
    const stored = await storedRows(page);
    const text = await saveFile(page);
    expect(JSON.parse(text)).toMatchObject({ $format: "parley", $version: 1, ...stored });

    const other = await browser.newContext();
    const fresh = await other.newPage();
    await fresh.goto(`${app.url}/settings#data`);
    await fresh
      .getByTestId("import-file")
      .setInputFiles({ name: "file.json", mimeType: "application/json", buffer: Buffer.from(text) });
    await expect(fresh.getByText("New: 1 chat, 2 messages")).toBeVisible();
    await fresh.getByRole("dialog").getByRole("button", { name: "Import" }).click();
    await expect(fresh.getByRole("dialog")).toHaveCount(0);
    const brought = await storedRows(fresh);
    expect(brought.messages).toEqual(stored.messages);
    expect(brought.sessions).toEqual(expect.arrayContaining(stored.sessions));
    await other.close();
  },
);

test("growth rows of a streaming reply are merged, and damaged records are in the file", async ({ page, app }) => {
  await page.goto(app.url);
  await send(page, "grows");
  await replyEnded(page);
  await expect(async () => expect((await storedRows(page)).messages).toHaveLength(2)).toPass();
  await page.route("**/_next/**", (route) => route.abort());
  await page.goto(`${app.url}/rescue`);
  const growing = { id: "m-grows", sessionId: "s", seq: 9, role: "assistant", content: "One", date: 1 };
  const piece = { messageId: growing.id, sessionId: "s", reasoning: "", fields: { model: "named" } };
  const aside = { id: "messages:x", collection: "messages", record: { content: 7 }, reason: "content: wrong" };
  await putRows(page, {
    messages: [growing, ...Array.from({ length: 450 }, (_, at) => ({ ...growing, id: `n-${at}`, content: `${at}` }))],
    growth: [
      { ...piece, number: 1, text: " two" },
      { ...piece, number: 2, text: " three" },
      { ...piece, number: 4, text: " never" },
      ...Array.from({ length: 450 }, (_, at) => ({ ...piece, messageId: `n-${at}`, number: 1, text: "+" })),
    ],
    unreadable: [aside],
  });
  await page.evaluate(() => localStorage.setItem("app-config.unreadable-5", '{"apiKey":"sk-hidden-5","theme":"dark"}'));
  await page.reload();
  await expect(page.getByRole("definition")).toHaveText(["1", "453", "1"]);
  const file = JSON.parse(await saveFile(page));
  const saved = new Map(file.messages.map((message: { id: string }) => [message.id, message]));
  expect(saved.size).toBe(453);
  expect(saved.get(growing.id)).toEqual({ ...growing, content: "One two three", model: "named" });
  expect(saved.get("n-449")).toMatchObject({ content: "449+" });
  expect(file.unreadable).toEqual([
    aside,
    expect.objectContaining({ id: "app-config.unreadable-5", record: '{"theme":"dark"}' }),
  ]);
  await expect(page.getByRole("status")).toContainText("Damaged records are included");
});

test("keys are not in the file unless requested", async ({ page, keyless }) => {
  await page.goto(`${keyless.url}/rescue`);
  await page.evaluate(() => {
    const state = { useCustomConfig: true, openaiApiKey: "sk-mine-0123", accessCode: "nk-7" };
    localStorage.setItem("access-control", JSON.stringify({ version: 2, state }));
    localStorage.setItem("app-config", '{"broken":"sk-broken');
  });
  await page.reload();
  await expect(page.getByRole("status")).toHaveText("Found settings, but no chats.");
  const without = await saveFile(page);
  expect(without).toContain("useCustomConfig");
  expect(without).not.toMatch(/sk-mine|nk-7|sk-broken/);
  await expect(page.getByRole("status")).toContainText("Damaged settings aren’t included");
  await page.getByRole("checkbox", { name: "Include API keys and access codes" }).check();
  const file = await saveFile(page);
  expect(file).toContain("sk-mine-0123");
  expect(file).toContain("sk-broken");
});

test("without stored data the page shows a message and creates no database", async ({ page, keyless }) => {
  await openRescue(page, keyless.url);
  await expect(page.getByRole("status")).toContainText("No app data found. Each browser");
  await expect(page.getByRole("button")).toHaveCount(0);
  expect(await page.evaluate(() => indexedDB.databases())).toEqual([]);
});

test("opens a newer database without changing it", async ({ page, keyless }) => {
  await page.goto(`${keyless.url}/robots.txt`);
  await page.evaluate(async () => {
    const opening = indexedDB.open("parley", 99);
    await new Promise((resolve) => {
      opening.onupgradeneeded = () =>
        opening.result.createObjectStore("sessions", { keyPath: "id" }).put({ id: "new" });
      opening.onsuccess = resolve;
    });
    opening.result.close();
  });
  await openRescue(page, keyless.url);
  await expect(page.getByRole("definition")).toHaveText(["1", "0"]);
  expect(JSON.parse(await saveFile(page)).sessions).toEqual([{ id: "new" }]);
  expect(await page.evaluate(() => indexedDB.databases())).toEqual([{ name: "parley", version: 99 }]);
});

test("if storage is blocked, the page explains what to do", async ({ page, keyless }) => {
  await page.addInitScript(() => {
    indexedDB.open = () => {
      throw new DOMException("denied", "SecurityError");
    };
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("denied", "SecurityError");
      },
    });
  });
  await openRescue(page, keyless.url);
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("Couldn’t open your chats. Close the app’s other tabs");
  await expect(alert).toContainText("Couldn’t read your settings.");
  await expect(alert).toContainText("denied");
});

test("the page is in the selected language, and accessible in both color schemes and on a phone", async ({
  page,
  keyless,
}) => {
  await page.goto(`${keyless.url}/rescue`);
  await page.evaluate(() => {
    localStorage.setItem("lang", "ar");
    localStorage.setItem("app-config", '{"version":4.1,"state":{}}');
  });
  await page.setViewportSize({ width: 320, height: 640 });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.reload();
    await expect(page.getByRole("button", { name: "حفظ الكل" })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    await expect(page.locator("html")).toHaveAttribute("lang", "ar");
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  }
});

test("clearing asks, saves everything first, and keeps only the language @S10.3", async ({ page, app }) => {
  await page.goto(app.url);
  await page.evaluate(() => localStorage.setItem("lang", "en"));
  await send(page, "tell me of tides");
  await replyEnded(page);
  await page.goto(`${app.url}/rescue/index.html#clear`);
  await expect(page.getByRole("dialog", { name: "Clear all data?" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Escape");
  expect((await storedRows(page)).messages).toHaveLength(2);
  await page.getByRole("button", { name: "Clear all data" }).click();
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save and clear" }).click();
  const file = await readFile(await (await downloading).path(), "utf8");
  expect(file).toContain("tell me of tides");
  await expect(page.getByRole("status")).toContainText("Everything was cleared.");
  const left = await page.evaluate(async () => ({
    databases: (await indexedDB.databases()).map(({ name }) => name),
    settings: Object.keys(localStorage).sort(),
  }));
  // What is left says that it was cleared.
  expect(left).toEqual({ databases: ["parley"], settings: ["lang", "parley-cleared-by"] });
  expect(await storedRows(page)).toEqual({ sessions: [], messages: [] });
});

test("if the file cannot be created, nothing is cleared", async ({ page, app }) => {
  await page.goto(app.url);
  await send(page, "keep me");
  await replyEnded(page);
  await page.goto(`${app.url}/rescue/index.html`);
  await page.evaluate(() => {
    URL.createObjectURL = () => {
      throw new Error("No room");
    };
  });
  await page.getByRole("button", { name: "Clear all data" }).click();
  await page.getByRole("button", { name: "Save and clear" }).click();
  await expect(page.getByRole("alert")).toContainText("Couldn’t create the file, so nothing was cleared.");
  expect((await storedRows(page)).messages.map(({ content }) => content)).toContain("keep me");
});
