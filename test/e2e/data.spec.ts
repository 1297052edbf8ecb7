import { readFile, writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { databaseCreated } from "../../bench/history.mjs";
import { sampleRecord, sampleSession } from "../support/chat-samples";
import { onePixelPng, zipOf } from "../support/zip-samples";
import { everywhere, expect, messages, newChat, openPath, replyEnded, send, test } from "./support/fixtures";

/** The section of settings about what is stored. */
async function openData(page: Page): Promise<void> {
  await openPath(page, "/settings#data");
  await expect(page.locator('[id$="-title"]', { hasText: /^Import and export$/ })).toBeVisible();
}

/** Exports through the dialog; returns the file's text and name. */
async function exportFile(page: Page, button: string, withCredentials = false) {
  await page.getByRole("button", { name: "Export", exact: true }).click();
  if (withCredentials) await page.getByRole("checkbox", { name: "Include API keys and access codes" }).check();
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: button }).click();
  const download = await downloading;
  // It takes a moment to leave, and is a dialog until then.
  await expect(page.getByRole("dialog")).toHaveCount(0);
  return { text: await readFile(await download.path(), "utf8"), name: download.suggestedFilename() };
}

/** Gives the import door a file and waits for what it says. */
async function offerFile(page: Page, contents: string | Uint8Array, name = "file.json"): Promise<void> {
  await page
    .getByTestId("import-file")
    .setInputFiles({ name, mimeType: "application/octet-stream", buffer: Buffer.from(contents) });
  await expect(page.getByRole("dialog", { name: `Import ${name}` })).toBeVisible();
}

/** A conversation as ChatGPT exports it, with a picture in its question. */
function chatGptConversation(title: string, question: readonly unknown[], answer: string) {
  const node = (id: string, parent: string | null, role: string, parts: readonly unknown[]) => ({
    id,
    parent,
    message: { id, author: { role }, create_time: 1_756_000_000, content: { content_type: "multimodal_text", parts } },
  });
  const mapping = { u: node("u", null, "user", question), a: node("a", "u", "assistant", [answer]) };
  return { conversation_id: title, title, create_time: 1_756_000_000, mapping, current_node: "a" };
}

/** The lines of a backup that hold records, in an order of their own. */
function recordsOf(text: string): string[] {
  const { sessions, messages: stored } = JSON.parse(text);
  return [...sessions, ...stored].map((record: unknown) => JSON.stringify(record)).toSorted();
}

test("exported and cleared data is restored unchanged, and a second import adds nothing", async ({ page, app }) => {
  await page.goto(app.url);
  await send(page, "first question");
  await replyEnded(page);
  await newChat(page);
  await send(page, "second question");
  await replyEnded(page);
  await openData(page);
  const exported = await exportFile(page, "Export everything");
  expect(exported.name).toMatch(/^Parley-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.json$/);

  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await page.getByRole("button", { name: "Clear without export" }).click();
  await expect(page).toHaveURL(`${app.url}/`);
  await expect(messages(page)).toHaveCount(0);

  await openData(page);
  await offerFile(page, exported.text);
  await expect(page.getByText("New: 2 chats, 4 messages")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Import" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByText("Made before an import")).toBeVisible();

  const again = await exportFile(page, "Export everything");
  expect(recordsOf(again.text)).toEqual(expect.arrayContaining(recordsOf(exported.text)));
  await offerFile(page, exported.text);
  await expect(page.getByText("Already here: 2 chats, 4 messages")).toBeVisible();
  await expect(page.getByText("New: 0 chats, 0 messages")).toBeVisible();
});

test("an archive of ChatGPT is imported with its images", everywhere, async ({ page, app }) => {
  await page.goto(app.url);
  await openData(page);
  const picture = { content_type: "image_asset_pointer", asset_pointer: "sediment://file_0123" };
  const chats = [chatGptConversation("The moon", ["What is this?", picture], "It is the moon.")];
  const archive = zipOf(
    { name: "user.json", contents: "{}" },
    { name: "conversations.json", contents: JSON.stringify(chats) },
    { name: "file_0123-moon.png", contents: onePixelPng },
  );
  await offerFile(page, archive, "export.zip");
  await expect(page.getByText("ChatGPT: 1 chat with 2 messages")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Import" }).click();
  await expect(page.getByText("Made before an import")).toBeVisible();
  await page.goto(app.url);
  await page.getByRole("link", { name: "The moon" }).click();
  await expect(messages(page)).toHaveCount(2);
  const image = messages(page).first().getByRole("img").first();
  await expect(image).toHaveAttribute("src", /^(data|blob):/);
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(1);
});

test("a large file is read in a worker, and a cancelled import changes nothing", async ({ page, app }, testInfo) => {
  await page.goto(app.url);
  await openData(page);
  const text = "All that has been said of the tides. ".repeat(5_000);
  const chats = Array.from({ length: 300 }, (_, place) => chatGptConversation(`Chat ${place}`, ["Why?"], text));
  const path = testInfo.outputPath("large.json");
  await writeFile(path, JSON.stringify(chats));
  const dialog = page.getByRole("dialog", { name: "Import large.json" });

  await page.getByTestId("import-file").setInputFiles(path);
  const bar = dialog.getByRole("progressbar", { name: "Reading the file…" });
  await expect.poll(() => page.workers().length).toBe(1);
  await expect(bar).not.toHaveAttribute("value", "0");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => page.workers().length).toBe(0);

  await page.reload();
  await expect(page.locator("dt:text-is('messages') + dd")).toHaveText("0");
  await expect(page.getByText("Made before an import")).toHaveCount(0);
  await page.getByTestId("import-file").setInputFiles(path);
  await expect(dialog.getByText("New: 300 chats, 600 messages")).toBeVisible();
});

test("keys are not exported unless requested", async ({ page, keyless }) => {
  await page.goto(keyless.url);
  await page.evaluate(() =>
    localStorage.setItem(
      "access-control",
      JSON.stringify({
        version: 2,
        state: { useCustomConfig: true, openaiApiKey: "sk-mine-0123", accessCode: "nk-7" },
      }),
    ),
  );
  await openData(page);
  for (const button of ["Export everything", "Export for NextChat"]) {
    const { text } = await exportFile(page, button);
    expect(text).toContain("useCustomConfig");
    expect(text).not.toContain("sk-mine-0123");
    expect(text).not.toContain("nk-7");
  }
  const { text } = await exportFile(page, "Export everything", true);
  expect(text).toContain("sk-mine-0123");
});

test("an invalid file is reported with the reason and changes nothing", async ({ page, app }) => {
  await page.goto(app.url);
  await openData(page);
  for (const [text, words] of [
    ["half a { file", "Not a chat export, or incomplete."],
    ['{"something":"else"}', "Unsupported file type."],
    ['{"$format":"parley","$version":99,"sessions":[{"id":"s"}]}', "This file is from a newer version."],
    [`{"sessions":${"[".repeat(10_000)}${"]".repeat(10_000)}}`, "The file is nested too deeply."],
    [zipOf({ name: "conversations.json", contents: Buffer.alloc(9_000_000) }), "The unpacked file would be far larger"],
    [zipOf({ name: "conversations.json", contents: "[]", isEncrypted: true }), "The archive is password-protected."],
    [zipOf({ name: "conversations.json", contents: "[]" }).subarray(0, 60), "The archive is damaged"],
  ] as const) {
    await offerFile(page, text);
    await expect(page.getByRole("dialog").getByText("Failed to import from file")).toBeVisible();
    await expect(page.getByRole("dialog").getByText(words)).toBeVisible();
    await expect(page.getByRole("dialog").getByRole("button", { name: "Import", exact: true })).toHaveCount(0);
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
});

test("after the first answer persistent storage is requested, and the daily backup is made", async ({ page, app }) => {
  await page.addInitScript(() => {
    Object.assign(window, { asked: 0 });
    navigator.storage.persist = async () => {
      Object.assign(window, { asked: (window as unknown as { asked: number }).asked + 1 });
      return true;
    };
  });
  await page.goto(app.url);
  const asked = () => page.evaluate(() => (window as unknown as { asked: number }).asked);
  expect(await asked()).toBe(0);
  await send(page, "first");
  await replyEnded(page);
  await expect.poll(asked).toBe(1);
  await send(page, "second");
  await replyEnded(page);
  expect(await asked()).toBe(1);
  await openData(page);
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("Automatic daily backup")).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 30_000, intervals: [11_000, 2000] });
});

test("a history of any length is backed up each day, in a worker", async ({ page, app }) => {
  test.slow();
  await page.goto(app.url);
  await databaseCreated(page);
  const [session, record] = [sampleSession({ id: "long" }), sampleRecord({ id: "", sessionId: "long", seq: 0 })];
  await page.evaluate(
    async ({ session, record, count }) => {
      const opening = indexedDB.open("parley");
      await new Promise((resolve) => {
        opening.onsuccess = resolve;
      });
      const transaction = opening.result.transaction(["sessions", "messages"], "readwrite");
      transaction.objectStore("sessions").put({ ...session, messageCount: count });
      const store = transaction.objectStore("messages");
      for (let seq = 1; seq <= count; seq++) store.put({ ...record, id: `m${seq}`, seq });
      await new Promise((resolve) => {
        transaction.oncomplete = resolve;
      });
      opening.result.close();
    },
    { session, record, count: 60_000 },
  );
  let workers = 0;
  page.on("worker", () => workers++);
  await page.reload();
  const copied = () =>
    page.evaluate(async () => {
      // Opening it before the app does would create an empty one.
      if (!(await indexedDB.databases()).some(({ name }) => name === "parley-backups")) return [];
      const opening = indexedDB.open("parley-backups");
      await new Promise((resolve) => {
        opening.onsuccess = resolve;
      });
      const reading = opening.result.transaction("backups").objectStore("backups").getAll();
      await new Promise((resolve) => {
        reading.onsuccess = resolve;
      });
      opening.result.close();
      const [copy] = reading.result;
      return copy && [copy.reason, JSON.parse(await copy.file.text()).messages.length];
    });
  await expect.poll(copied, { timeout: 60_000 }).toEqual(["daily", 60_000]);
  // One indexes the messages for the search, the other makes the backup.
  expect(workers).toBe(2);
});

test("a backup can be restored: later data is removed, here and in another tab", async ({ page, app, context }) => {
  test.slow();
  await page.goto(app.url);
  await send(page, "kept");
  await replyEnded(page);
  // An import keeps a copy of what was there before it.
  await page.goto(`${app.url}/settings#data`);
  await page.getByTestId("import-file").setInputFiles("test/fixtures/import/claude/conversations.json");
  await page.getByRole("dialog").getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByText("Made before an import")).toBeVisible();
  const other = await context.newPage();
  await other.goto(app.url);
  const chats = (of: Page) => of.getByRole("navigation", { name: "Chats" }).getByRole("link");
  await expect.poll(() => chats(other).count()).toBeGreaterThan(1);

  await page.getByRole("button", { name: "Restore" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("checkbox", { name: /Revert to this backup/ }).check();
  await expect(dialog).toContainText("1 chat with 2 messages. All other chats are removed.");
  await dialog.getByRole("button", { name: "Revert" }).click();
  await expect(chats(page)).toHaveCount(1);
  await expect(chats(other)).toHaveCount(1);
  await page.goto(app.url);
  await expect(messages(page).first()).toContainText("kept");
});

test("resetting the settings keeps the chats", async ({ page, app }) => {
  await page.goto(app.url);
  await send(page, "stays");
  await replyEnded(page);
  await page.goto(`${app.url}/settings`);
  const size = page.getByRole("slider", { name: "Font size" });
  await size.fill("20");
  await page.getByRole("button", { name: "Reset", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Reset settings" }).click();
  await expect(size).toHaveValue("14");
  await page.goto(app.url);
  await expect(messages(page).first()).toContainText("stays");
});

/** What a NextChat of version 2.16 has stored: one chat with an image in its cache, settings and a key. */
const stores = {
  "chat-next-web-store": {
    version: 3.3,
    state: {
      _hasHydrated: true,
      currentSessionIndex: 0,
      sessions: [
        {
          id: "from-nextchat",
          topic: "Tides",
          memoryPrompt: "",
          lastUpdate: 1_700_000_000_000,
          lastSummarizeIndex: 0,
          stat: { tokenCount: 0, wordCount: 0, charCount: 0 },
          messages: [
            {
              id: "m1",
              role: "user",
              date: "11/14/2023, 10:13:20 PM",
              content: [
                { type: "text", text: "Why are there two a day?" },
                { type: "image_url", image_url: { url: "/api/cache/moon.png" } },
              ],
            },
            {
              id: "m2",
              role: "assistant",
              date: "11/14/2023, 10:13:25 PM",
              content: "Because the earth turns.",
              model: "gpt-4o",
            },
          ],
          mask: {
            id: "k",
            name: "Tides",
            avatar: "gpt-bot",
            context: [],
            syncGlobalConfig: true,
            modelConfig: {},
            lang: "en",
          },
        },
      ],
    },
  },
  "app-config": { version: 4.1, state: { _hasHydrated: true, fontSize: 18, theme: "dark" } },
  "access-control": { version: 2, state: { _hasHydrated: true, useCustomConfig: true, openaiApiKey: "sk-old-0123" } },
};

test("a NextChat's data on this origin is imported at the first start, and stays unchanged", async ({
  page,
  keyless,
}) => {
  await page.goto(`${keyless.url}/robots.txt`);
  await page.evaluate(async (left) => {
    const opening = indexedDB.open("keyval-store", 1);
    await new Promise((resolve) => {
      opening.onupgradeneeded = () => opening.result.createObjectStore("keyval");
      opening.onsuccess = resolve;
    });
    const transaction = opening.result.transaction("keyval", "readwrite");
    for (const [key, value] of Object.entries(left)) transaction.objectStore("keyval").put(JSON.stringify(value), key);
    await new Promise((resolve) => {
      transaction.oncomplete = resolve;
    });
    opening.result.close();
    const cache = await caches.open("chatgpt-next-web-file");
    await cache.put("/api/cache/moon.png", new Response("moon", { headers: { "content-type": "image/png" } }));
    localStorage.setItem("unfinished-input-from-nextchat", "and why");
  }, stores);

  const beside = page.waitForEvent("worker");
  await page.goto(keyless.url);
  await beside;
  await expect(page.getByText("1 chat imported from NextChat")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Tides" })).toBeVisible();
  await expect(messages(page)).toHaveCount(2);
  await expect(messages(page).nth(1)).toContainText("Because the earth turns.");
  await expect(messages(page).first().getByRole("img").first()).toHaveAttribute("src", /^(data|blob):/);
  await expect(page.locator("body")).toHaveClass(/\bdark\b/);
  const access = await page.evaluate(() => localStorage.getItem("access-control"));
  expect(JSON.parse(access ?? "").state).toMatchObject({ openaiApiKey: "sk-old-0123", hosts: { openaiApiKey: "" } });

  await page.reload();
  await expect(messages(page)).toHaveCount(2);
  await expect(page.getByText("1 chat imported from NextChat")).toHaveCount(0);
  await openData(page);
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page.getByRole("dialog")).toContainText("New: 1 chat, 2 messages");
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
  await expect(page.getByText("Original NextChat data")).toBeVisible();
  const original = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open("keyval-store");
        opening.onsuccess = () => {
          const reading = opening.result.transaction("keyval").objectStore("keyval").get("chat-next-web-store");
          reading.onsuccess = () => resolve(reading.result);
        };
      }),
  );
  expect(original).toBe(JSON.stringify(stores["chat-next-web-store"]));
});

test("a selected folder gets the daily backup, without keys, and can be removed again", async ({ page, app }) => {
  test.slow();
  // The browser's own picker is no page's to press; the folder that it would answer is a real one.
  await page.addInitScript(() => {
    const pick = async () => (await navigator.storage.getDirectory()).getDirectoryHandle("copies", { create: true });
    Object.assign(window, { showDirectoryPicker: pick });
  });
  await page.goto(`${app.url}/settings#data`);
  await page.getByRole("button", { name: "Choose folder…" }).click();
  await expect(page.getByText("A daily backup to copies, without API keys")).toBeVisible();
  await page.evaluate(() => {
    const { state } = JSON.parse(localStorage.getItem("access-control") ?? "{}");
    const secrets = { ...state, googleApiKey: "sk-secret", accessCode: "open sesame" };
    localStorage.setItem("access-control", JSON.stringify({ state: secrets, version: 2 }));
  });
  await page.goto(app.url);
  // No copy is made before all has been said, however long that takes; the lock goes with the page.
  await page.evaluate(() => void navigator.locks.request("parley-daily-copy", () => new Promise(() => {})));
  await send(page, "keep this");
  await replyEnded(page);
  await page.reload();
  await expect.poll(() => page.evaluate(readCopies), { timeout: 40_000 }).toHaveLength(1);
  const [copy] = await page.evaluate(readCopies);
  expect(copy?.name).toMatch(/^Parley-copy-\d{4}-\d\d-\d\d\.json$/);
  const { $format, messages: kept } = JSON.parse(copy?.text ?? "");
  // A copy holds the records in the order of their ids, which say nothing.
  expect([$format, kept.map(({ content }: { content: string }) => content).sort()]).toEqual([
    "parley",
    ["You said: keep this", "keep this"],
  ]);
  expect(copy?.text).not.toMatch(/sk-secret|open sesame/);
  await page.goto(`${app.url}/settings#data`);
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(page.getByText("A daily backup, without API keys")).toBeVisible();
});

/** In the page: reads the files of the folder for copies that are written whole. */
async function readCopies(): Promise<{ name: string; text: string }[]> {
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("copies");
  const copies = [];
  for await (const handle of folder.values()) {
    if (!(handle instanceof FileSystemFileHandle) || handle.name.endsWith(".crswap")) continue;
    const text = await (await handle.getFile()).text();
    if (text !== "") copies.push({ name: handle.name, text });
  }
  return copies;
}

test("the settings count the listed chats, without deleted ones", async ({ page, app }) => {
  await page.goto(app.url);
  for (const text of ["A chat that stays", "A chat that goes"]) {
    await newChat(page);
    await send(page, text);
    await replyEnded(page);
  }
  const row = page.getByRole("link", { name: /A chat that goes/ });
  await row.hover();
  await page.getByRole("button", { name: "Delete chat: A chat that goes" }).last().click();
  await expect(row).toHaveCount(0);
  await openData(page);
  await expect(
    page
      .getByRole("term")
      .filter({ hasText: /^chats?$/ })
      .locator("xpath=.."),
  ).toHaveText("chat1");
});
