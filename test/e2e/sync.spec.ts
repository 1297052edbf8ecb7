import type { Browser, Locator, Page } from "@playwright/test";
import { startS3 } from "../support/s3-peer";
import { peerCredentials, startUpstash, startWebDav } from "../support/sync-peers";
import { axeFindings } from "./support/axe";
import {
  everywhere,
  expect,
  messages,
  needsServer,
  newChat,
  replyEnded,
  send,
  serverKey,
  test,
} from "./support/fixtures";

/** Opens the app as a device of its own. */
async function openDevice(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

/** Opens the settings without a new start, unless they are open. */
async function openSettings(page: Page): Promise<void> {
  if (!page.url().includes("/settings")) await page.getByRole("link", { name: "Settings" }).click();
}

async function openSyncSettings(page: Page) {
  await openSettings(page);
  await page.getByRole("button", { name: "Set up…" }).click();
  return page.getByRole("dialog", { name: "Cloud sync" });
}

async function syncNow(page: Page): Promise<void> {
  await openSettings(page);
  await page.getByRole("button", { name: "Sync now" }).click();
  await expect(page.getByText("Sync succeeded.")).toBeVisible();
}

/** The one chat that is not empty, in the list. */
function onlyChat(page: Page) {
  return page.getByRole("navigation", { name: "Chats" }).getByRole("link").filter({ hasNotText: "No messages" });
}

/** Turns the encryption of a new location off. */
async function leaveReadable(dialog: Locator): Promise<void> {
  await dialog.getByRole("switch", { name: "End-to-end encryption" }).uncheck();
}

async function fillWebDav(dialog: Locator, endpoint: string): Promise<void> {
  await dialog.getByLabel("WebDAV address").fill(endpoint);
  await dialog.getByLabel("User name").fill(peerCredentials.username);
  await dialog.getByRole("textbox", { name: "Password" }).fill(peerCredentials.password);
  await dialog.getByRole("button", { name: "Check" }).click();
  await expect(dialog.getByText("Connected.")).toBeVisible();
}

async function setUpWebDav(page: Page, endpoint: string) {
  const dialog = await openSyncSettings(page);
  await fillWebDav(dialog, endpoint);
  await leaveReadable(dialog);
  await dialog.getByRole("button", { name: "Done" }).click();
}

test(
  "two devices sync by a WebDAV server: additions, deletions, and settings",
  needsServer,
  async ({ browser, provider, withApp }) => {
    const webdav = await startWebDav();
    const settings = { OPENAI_API_KEY: serverKey, BASE_URL: provider.url, WHITE_WEBDAV_ENDPOINTS: webdav.url };
    await withApp(settings, async ({ url }) => {
      const one = await openDevice(browser, url);
      await send(one, "tell me of the tides");
      await replyEnded(one);
      await newChat(one);
      await send(one, "a chat to be deleted");
      await replyEnded(one);
      await openSettings(one);
      await one.getByRole("radio", { name: "Dark" }).click();
      await setUpWebDav(one, webdav.url);
      await expect(one.getByText("Not synced yet")).toBeVisible();
      await syncNow(one);

      const two = await openDevice(browser, url);
      await setUpWebDav(two, webdav.url);
      await syncNow(two);
      await expect(two.locator("body")).toHaveClass(/dark/);
      await two.getByRole("link", { name: /a chat to be deleted/ }).click();
      await expect(messages(two)).toHaveCount(2);
      await two.getByRole("link", { name: /a chat to be deleted/ }).focus();
      await two.keyboard.press("Delete");
      await expect(two.getByRole("link", { name: /a chat to be deleted/ })).toHaveCount(0);
      await send(two, "and of the moon");
      await replyEnded(two);
      await syncNow(two);

      await syncNow(one);
      await expect(one.getByRole("link", { name: /a chat to be deleted/ })).toHaveCount(0);
      await one.getByRole("link", { name: /Why tides arrive late/ }).click();
      await expect(messages(one)).toHaveCount(4);
      await one.context().close();
      await two.context().close();
    }).finally(() => webdav.stop());
  },
);

test(
  "two tabs that sync at once apply another device's changes, and do not undo them",
  needsServer,
  async ({ browser, provider, withApp }) => {
    const webdav = await startWebDav();
    const settings = { OPENAI_API_KEY: serverKey, BASE_URL: provider.url, WHITE_WEBDAV_ENDPOINTS: webdav.url };
    await withApp(settings, async ({ url }) => {
      const tab = await openDevice(browser, url);
      await send(tab, "seen by two tabs");
      await replyEnded(tab);
      await setUpWebDav(tab, webdav.url);
      await syncNow(tab);
      const other = await openDevice(browser, url);
      await setUpWebDav(other, webdav.url);
      await syncNow(other);
      await other.getByRole("radio", { name: "Dark" }).click();
      await onlyChat(other).click();
      await send(other, "from the other device");
      await replyEnded(other);
      await syncNow(other);

      const sibling = await tab.context().newPage();
      await sibling.goto(`${url}/settings`);
      const tabs = [tab, sibling];
      for (const each of tabs) await expect(each.getByRole("button", { name: "Sync now" })).toBeVisible();
      await Promise.all(tabs.map((each) => each.getByRole("button", { name: "Sync now" }).click()));
      for (const each of tabs) {
        await expect(each.getByText("Sync succeeded.")).toBeVisible();
        await expect(each.locator("body")).toHaveClass(/dark/);
      }
      await onlyChat(tab).click();
      await expect(messages(tab)).toHaveCount(4);
      await syncNow(other);
      await expect(other.locator("body")).toHaveClass(/dark/);
      await tab.context().close();
      await other.context().close();
    }).finally(() => webdav.stop());
  },
);

test(
  "automatic sync sends changes when a tab is hidden, and the other device receives them when it starts",
  needsServer,
  async ({ browser, provider, withApp }) => {
    const webdav = await startWebDav();
    const settings = { OPENAI_API_KEY: serverKey, BASE_URL: provider.url, WHITE_WEBDAV_ENDPOINTS: webdav.url };
    async function setUp(page: Page) {
      await setUpWebDav(page, webdav.url);
      const dialog = await openSyncSettings(page);
      await dialog.getByRole("switch", { name: /Sync automatically/ }).check();
      await dialog.getByRole("button", { name: "Done" }).click();
      await expect(page.getByText(/^Last synced/)).toBeVisible();
    }
    await withApp(settings, async ({ url }) => {
      const two = await openDevice(browser, url);
      await setUp(two);
      const one = await openDevice(browser, url);
      await setUp(one);
      await one.getByRole("link", { name: "Close settings" }).click();
      await send(one, "written and left");
      await replyEnded(one);
      const written = one.waitForResponse((response) => response.request().method() === "PUT" && response.ok());
      await one.evaluate(() => {
        Object.defineProperty(document, "hidden", { value: true });
        document.dispatchEvent(new Event("visibilitychange"));
      });
      await written;
      await two.reload();
      await onlyChat(two).click();
      await expect(messages(two)).toHaveCount(2);
      await one.context().close();
      await two.context().close();
    }).finally(() => webdav.stop());
  },
);

test(
  "two devices sync with Upstash without a proxy; a wrong token is reported, and nothing here changes",
  everywhere,
  async ({ browser, app }) => {
    const upstash = await startUpstash();
    async function setUp(page: Page, token: string) {
      const dialog = await openSyncSettings(page);
      await dialog.getByLabel("Sync to").selectOption({ label: "Upstash" });
      await dialog.getByRole("switch", { name: "Use a proxy" }).uncheck();
      await dialog.getByLabel("Upstash address").fill(upstash.url);
      await dialog.getByRole("textbox", { name: "Upstash token" }).fill(token);
      await leaveReadable(dialog);
      await dialog.getByRole("button", { name: "Done" }).click();
    }
    const one = await openDevice(browser, app.url);
    await send(one, "by way of redis");
    await replyEnded(one);
    await setUp(one, "wrong");
    await one.getByRole("button", { name: "Sync now" }).click();
    await expect(one.getByText("Sync Fail: Wrong user name or password.")).toBeVisible();
    await setUp(one, peerCredentials.token);
    await syncNow(one);
    const two = await openDevice(browser, app.url);
    await setUp(two, peerCredentials.token);
    await syncNow(two);
    await two.getByRole("link", { name: /by way of redis/ }).click();
    await expect(messages(two)).toHaveCount(2);
    await one.context().close();
    await two.context().close();
    await upstash.stop();
  },
);

/** Reads the stored file as the host can. */
async function storedFile(endpoint: string): Promise<Response> {
  const { username, password } = peerCredentials;
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  return fetch(`${endpoint}/chatgpt-next-web/backup.json`, { headers: { authorization } });
}

/** Deletes the chat on the next day, and goes back to the day before. */
async function goBack(page: Page): Promise<void> {
  let shifted: Promise<unknown> = Promise.resolve();
  page.on("worker", (worker) => {
    shifted = worker.evaluate(() => {
      const now = Date.now();
      Date.now = () => now + 86_400_000;
    });
  });
  await page.route("**/api/webdav/**", async (route) => {
    await shifted.catch(() => {});
    await route.continue();
  });
  await onlyChat(page).focus();
  await page.keyboard.press("Delete");
  await expect(onlyChat(page)).toHaveCount(0);
  await syncNow(page);
  const settings = await openSyncSettings(page);
  await settings.getByRole("button", { name: "Go back to…" }).click();
  const history = page.getByRole("dialog", { name: "Go back to an earlier day" });
  await history.getByRole("button", { name: /^Show / }).press("Enter");
  await expect(history.getByText("No longer here. Messages: 6.")).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await history.getByRole("checkbox").press("Space");
  const isRoot = (url: string) => url.includes("backup.json");
  const sent = page.waitForResponse((response) => response.request().method() === "PUT" && isRoot(response.url()));
  await history.getByRole("button", { name: "Restore selected" }).press("Enter");
  await expect(history.getByText("Restored on this device.")).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await history.getByRole("button", { name: "Close" }).click();
  await settings.getByRole("button", { name: "Done" }).click();
  expect((await sent).ok()).toBe(true);
  await onlyChat(page).click();
  await expect(messages(page)).toHaveCount(6);
}

/** Copies the one chat of a device many times. */
async function copyChats(page: Page, count: number): Promise<void> {
  await page.evaluate(async (copies) => {
    const opened = indexedDB.open("parley");
    await new Promise((resolve) => {
      opened.onsuccess = resolve;
    });
    const transaction = opened.result.transaction(["sessions", "messages"], "readwrite");
    const [sessions, messages] = [transaction.objectStore("sessions"), transaction.objectStore("messages")];
    const read = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => {
        request.onsuccess = () => resolve(request.result);
      });
    const [rows, heads] = [await read(messages.getAll()), await read(sessions.getAll())];
    const head = heads.find(({ id }) => rows.some(({ sessionId }) => sessionId === id));
    for (let copy = 0; copy < copies; copy++) {
      sessions.put({ ...head, id: `copy-${copy}`, topic: `copy ${copy}` });
      for (const row of rows) messages.put({ ...row, id: `${row.id}-${copy}`, sessionId: `copy-${copy}` });
    }
    await new Promise((resolve) => {
      transaction.oncomplete = resolve;
    });
    opened.result.close();
  }, count);
}

test(
  "a long first sync is paused, and goes on where it was after a reload",
  needsServer,
  async ({ browser, provider, withApp }) => {
    const webdav = await startWebDav();
    const settings = { OPENAI_API_KEY: serverKey, BASE_URL: provider.url, WHITE_WEBDAV_ENDPOINTS: webdav.url };
    await withApp(settings, async ({ url }) => {
      const page = await openDevice(browser, url);
      await send(page, "one of many");
      await replyEnded(page);
      await copyChats(page, 300);
      const names: string[] = [];
      let isSlow = true;
      await page.route("**/parley-*", async (route) => {
        if (route.request().method() === "PUT") {
          names.push(route.request().url());
          if (isSlow) await new Promise((resolve) => setTimeout(resolve, 500));
        }
        await route.continue();
      });
      const dialog = await openSyncSettings(page);
      await fillWebDav(dialog, webdav.url);
      await dialog.getByRole("button", { name: "Set up encryption" }).click();
      const choose = page.getByRole("dialog", { name: "Set up encryption" });
      await choose.getByRole("textbox", { name: "Passphrase", exact: true }).fill("correct horse battery");
      await choose.getByRole("textbox", { name: "Repeat the passphrase" }).fill("correct horse battery");
      await page.keyboard.press("Enter");
      const saving = page.getByRole("dialog", { name: "Save your recovery code" });
      const code = (await saving.locator("code").textContent()) ?? "";
      await saving.getByRole("textbox", { name: /third group/ }).fill(code.split("-")[2] ?? "");
      await page.keyboard.press("Enter");
      await expect.poll(() => names.length).toBeGreaterThan(0);
      await saving.getByRole("button", { name: "Pause" }).press("Enter");
      await expect(saving).toHaveCount(0);
      await dialog.getByRole("button", { name: "Done" }).click();
      const paused = page.getByText("Paused. What was already sent isn’t sent again.");
      await expect(paused).toBeVisible();
      const before = names.length;
      await page.reload();
      await expect(paused).toBeVisible();
      const button = page.getByRole("button", { name: "Continue" });
      await button.press("Enter");
      const pause = page.getByRole("button", { name: "Pause" });
      await expect(pause).toBeFocused();
      isSlow = false;
      await expect(page.getByText("Sync succeeded.")).toBeVisible();
      await expect(page.getByRole("button", { name: "Sync now" })).toBeFocused();
      expect([before > 0, names.length > before, new Set(names).size]).toEqual([true, true, names.length]);
      await page.context().close();
    }).finally(() => webdav.stop());
  },
);

/** Deletes all objects that the host stores. */
async function loseObjects(endpoint: string): Promise<void> {
  const { username, password } = peerCredentials;
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  const folder = `${endpoint}/chatgpt-next-web/`;
  const listed = await fetch(folder, { method: "PROPFIND", headers: { authorization, depth: "1" } });
  const names = [...(await listed.text()).matchAll(/parley-[0-9a-z.-]+/g)].map(([name]) => name);
  expect(names.length).toBeGreaterThan(0);
  for (const name of new Set(names)) await fetch(folder + name, { method: "DELETE", headers: { authorization } });
}

test(
  "two devices sync what the host cannot read; a restored older file is reported and not merged @V12.1 @V12.3",
  needsServer,
  async ({ browser, provider, withApp }) => {
    const webdav = await startWebDav();
    const settings = { OPENAI_API_KEY: serverKey, BASE_URL: provider.url, WHITE_WEBDAV_ENDPOINTS: webdav.url };
    await withApp(settings, async ({ url }) => {
      const one = await openDevice(browser, url);
      await send(one, "a secret of the tides");
      await replyEnded(one);
      const dialog = await openSyncSettings(one);
      await fillWebDav(dialog, webdav.url);
      await expect(dialog.getByText("Not set up yet.")).toBeVisible();
      await dialog.getByRole("button", { name: "Set up encryption" }).click();
      const choose = one.getByRole("dialog", { name: "Set up encryption" });
      await choose.getByRole("textbox", { name: "Passphrase", exact: true }).fill("short");
      await choose.getByRole("button", { name: "Continue" }).click();
      await expect(choose.getByText("Use at least 10 characters.", { exact: true })).toBeVisible();
      await choose.getByRole("textbox", { name: "Passphrase", exact: true }).fill("correct horse battery");
      await choose.getByRole("textbox", { name: "Repeat the passphrase" }).fill("correct horse battery");
      expect(await axeFindings(one)).toEqual([]);
      await one.keyboard.press("Enter");
      const saving = one.getByRole("dialog", { name: "Save your recovery code" });
      const code = (await saving.locator("code").textContent()) ?? "";
      const typed = saving.getByRole("textbox", { name: /third group/ });
      await typed.fill("wrong");
      await one.keyboard.press("Enter");
      await expect(saving.getByText("The two entries don’t match.")).toBeVisible();
      expect(await axeFindings(one)).toEqual([]);
      await typed.fill(code.split("-")[2]?.toLowerCase() ?? "");
      await one.keyboard.press("Enter");
      await expect(dialog.getByText("Encrypted. The host can read no chats, titles or keys.")).toBeVisible();
      await dialog.getByRole("button", { name: "Done" }).click();
      const old = await (await storedFile(webdav.url)).text();
      expect(old).not.toContain("tides");

      const two = await openDevice(browser, url);
      await two.setViewportSize({ width: 360, height: 740 });
      const other = await openSyncSettings(two);
      await fillWebDav(other, webdav.url);
      await other.getByRole("button", { name: "Set up encryption" }).click();
      const enter = two.getByRole("dialog", { name: "Enter the passphrase" });
      const secret = enter.getByRole("textbox", { name: "Passphrase or recovery code" });
      await secret.fill("wrong horse battery");
      await enter.getByRole("button", { name: "Unlock and sync" }).click();
      await expect(enter.getByText(/This passphrase or recovery code is wrong/)).toBeVisible();
      expect(await axeFindings(two)).toEqual([]);
      await secret.fill(code.toLowerCase());
      await enter.getByRole("button", { name: "Unlock and sync" }).click();
      await expect(other.getByText("Encrypted. The host can read no chats, titles or keys.")).toBeVisible();
      await other.getByRole("button", { name: "Done" }).click();
      await two.setViewportSize({ width: 1280, height: 720 });
      await onlyChat(two).click();
      await expect(messages(two)).toHaveCount(2);
      await send(two, "and of the moon");
      await replyEnded(two);
      await syncNow(two);
      await syncNow(one);
      await onlyChat(one).click();
      await expect(messages(one)).toHaveCount(4);
      const calls: string[] = [];
      one.on("request", (request) => {
        if (request.url().includes("/api/webdav/")) calls.push(request.method());
      });
      await syncNow(one);
      expect(calls).toEqual(["GET"]);

      const { username, password } = peerCredentials;
      const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
      await fetch(`${webdav.url}/chatgpt-next-web/backup.json`, {
        method: "PUT",
        headers: { authorization },
        body: old,
      });
      await openSettings(one);
      await one.getByRole("button", { name: "Sync now" }).click();
      const question = one.getByRole("alertdialog", { name: "Merge this data anyway?" });
      await expect(question.getByText(/older than what this device has seen/)).toBeVisible();
      await question.getByRole("button", { name: "Cancel" }).click();
      expect(await (await storedFile(webdav.url)).text()).toBe(old);
      await one.getByRole("button", { name: "Sync now" }).click();
      await question.getByRole("button", { name: "Merge" }).click();
      await expect(one.getByText("Sync succeeded.")).toBeVisible();
      await syncNow(two);
      await onlyChat(two).click();
      await expect(messages(two)).toHaveCount(4);

      await onlyChat(one).click();
      await send(one, "and of the wind");
      await replyEnded(one);
      await syncNow(one);
      await loseObjects(webdav.url);
      await openSettings(two);
      await two.getByRole("button", { name: "Sync now" }).click();
      await expect(two.getByText(/Part of the data there is missing or was altered/)).toBeVisible();
      await two.getByRole("button", { name: "Repair…" }).click();
      const repair = two.getByRole("alertdialog", { name: "Repair the data there?" });
      expect(await axeFindings(two)).toEqual([]);
      await repair.getByRole("button", { name: "Repair" }).click();
      await expect(two.getByText("Sync succeeded.")).toBeVisible();
      for (const page of [one, two]) {
        await syncNow(page);
        await onlyChat(page).click();
        await expect(messages(page)).toHaveCount(6);
      }
      await goBack(one);
      await syncNow(two);
      await onlyChat(two).click();
      await expect(messages(two)).toHaveCount(6);
      await one.context().close();
      await two.context().close();
    }).finally(() => webdav.stop());
  },
);

test(
  "two devices sync with S3, one straight from the browser and one through the server; errors name what to correct",
  needsServer,
  async ({ browser, provider, withApp }) => {
    const s3 = await startS3({ hasCors: true });
    const settings = { OPENAI_API_KEY: serverKey, BASE_URL: provider.url, WHITE_S3_ENDPOINTS: s3.url };
    const { region, bucket, accessKeyId, secretAccessKey } = s3.settings();
    async function fill(page: Page) {
      const dialog = await openSyncSettings(page);
      await dialog.getByLabel("Sync to").selectOption({ label: "S3" });
      await dialog.getByLabel("S3 address").fill(s3.url);
      await dialog.getByLabel("Region").fill(region);
      await dialog.getByLabel("Bucket", { exact: true }).fill(bucket);
      await dialog.getByLabel("Folder in the bucket").fill("my notes/ü");
      await dialog.getByLabel("Access key ID").fill(accessKeyId);
      await dialog.getByRole("textbox", { name: "Secret access key" }).fill(secretAccessKey);
      return dialog;
    }
    const check = (dialog: Locator) => dialog.getByRole("button", { name: "Check" }).click();
    await withApp(settings, async ({ url }) => {
      const one = await openDevice(browser, url);
      await send(one, "by way of a bucket");
      await replyEnded(one);
      const calls: string[] = [];
      one.on("request", (request) => {
        if (request.url().startsWith(s3.url)) calls.push(request.method());
        if (request.url().includes("/api/s3/")) calls.push("through the server");
      });
      await one.setViewportSize({ width: 360, height: 740 });
      const dialog = await fill(one);
      // Only a bucket that exists has rules that let pages read its errors.
      await dialog.getByLabel("Bucket", { exact: true }).fill("missing");
      await check(dialog);
      await expect(dialog.getByText(/Couldn’t find the bucket/)).toBeVisible();
      await dialog.getByLabel("Bucket", { exact: true }).fill(bucket);
      await dialog.getByRole("switch", { name: "Use a proxy" }).uncheck();
      calls.length = 0;
      await dialog.getByLabel("Access key ID").fill("other");
      await check(dialog);
      await expect(dialog.getByText(/Wrong access key ID or secret access key/)).toBeVisible();
      await dialog.getByLabel("Access key ID").fill(accessKeyId);
      await check(dialog);
      await expect(dialog.getByText("Connected.")).toBeVisible();
      expect(await axeFindings(one)).toEqual([]);
      await leaveReadable(dialog);
      await dialog.getByRole("button", { name: "Done" }).click();
      await one.setViewportSize({ width: 1280, height: 720 });
      await syncNow(one);
      expect(calls).not.toContain("through the server");
      expect(calls).toContain("PUT");

      const two = await openDevice(browser, url);
      const relayed: string[] = [];
      two.on("request", (request) => {
        if (request.url().includes("/api/s3/")) relayed.push(request.method());
      });
      const other = await fill(two);
      await check(other);
      await expect(other.getByText("Connected.")).toBeVisible();
      await leaveReadable(other);
      await other.getByRole("button", { name: "Done" }).click();
      await syncNow(two);
      await two.getByRole("link", { name: /by way of a bucket/ }).click();
      await expect(messages(two)).toHaveCount(2);
      await send(two, "and back again");
      await replyEnded(two);
      await syncNow(two);
      expect(relayed).toContain("PUT");
      await syncNow(one);
      await onlyChat(one).click();
      await expect(messages(one)).toHaveCount(4);
      await one.context().close();
      await two.context().close();
    }).finally(() => s3.stop());
  },
);

/** In the page: has the picker return a folder of the browser, because no test can press the browser's own picker. */
function pickFolderOfBrowser(): void {
  const pick = async () => (await navigator.storage.getDirectory()).getDirectoryHandle("Notes", { create: true });
  Object.assign(window, { showDirectoryPicker: pick });
}

/** Reads all files of the folder, as a program that syncs it does. */
function filesOf(page: Page): Promise<(readonly [name: string, bytes: number[]])[]> {
  return page.evaluate(async () => {
    const notes = await (await navigator.storage.getDirectory()).getDirectoryHandle("Notes");
    const folder = await notes.getDirectoryHandle("chatgpt-next-web");
    const files: (readonly [string, number[]])[] = [];
    for await (const [name, handle] of folder.entries()) {
      if (!(handle instanceof FileSystemFileHandle) || name.endsWith(".crswap")) continue;
      files.push([name, [...new Uint8Array(await (await handle.getFile()).arrayBuffer())]]);
    }
    return files;
  });
}

/** Brings the files of one device to another, with a copy of a conflict, as a program that syncs the folder does. */
async function bringFiles(from: Page, to: Page): Promise<void> {
  const files = await filesOf(from);
  await to.evaluate(async (all) => {
    const notes = await (await navigator.storage.getDirectory()).getDirectoryHandle("Notes", { create: true });
    const folder = await notes.getDirectoryHandle("chatgpt-next-web", { create: true });
    for await (const name of folder.keys()) await folder.removeEntry(name);
    for (const [name, bytes] of [...all, ["backup (conflicted copy).json", [123]] as const]) {
      const stream = await (await folder.getFileHandle(name, { create: true })).createWritable();
      await stream.write(new Uint8Array(bytes));
      await stream.close();
    }
  }, files);
}

test(
  "two devices sync with a folder that another program brings from one to the other, encrypted; permission is asked again",
  everywhere,
  async ({ browser, app }) => {
    async function choose(page: Page) {
      const dialog = await openSyncSettings(page);
      await dialog.getByLabel("Sync to").selectOption({ label: "Folder on this computer" });
      await expect(dialog.getByRole("switch", { name: "Use a proxy" })).toHaveCount(0);
      await dialog.getByRole("button", { name: "Choose folder…" }).click();
      await expect(dialog.getByText("Notes", { exact: true })).toBeVisible();
      await dialog.getByRole("button", { name: "Check" }).click();
      await expect(dialog.getByText("Connected.")).toBeVisible();
      return dialog;
    }
    const devices: Page[] = [];
    for (let count = 0; count < 2; count++) {
      const page = await (await browser.newContext()).newPage();
      await page.addInitScript(pickFolderOfBrowser);
      await page.goto(app.url);
      devices.push(page);
    }
    const [one, two] = devices as [Page, Page];
    await send(one, "carried by a folder");
    await replyEnded(one);
    const dialog = await choose(one);
    await dialog.getByRole("button", { name: "Set up encryption" }).click();
    const setUp = one.getByRole("dialog", { name: "Set up encryption" });
    await setUp.getByRole("textbox", { name: "Passphrase", exact: true }).fill("correct horse battery");
    await setUp.getByRole("textbox", { name: "Repeat the passphrase" }).fill("correct horse battery");
    await one.keyboard.press("Enter");
    const saving = one.getByRole("dialog", { name: "Save your recovery code" });
    const code = (await saving.locator("code").textContent()) ?? "";
    await saving.getByRole("textbox", { name: /third group/ }).fill(code.split("-")[2] ?? "");
    await one.keyboard.press("Enter");
    await expect(dialog.getByText("Encrypted. The host can read no chats, titles or keys.")).toBeVisible();
    expect(await axeFindings(one)).toEqual([]);
    await dialog.getByRole("button", { name: "Done" }).click();
    const stored = (await filesOf(one)).map(([, bytes]) => Buffer.from(bytes).toString("latin1")).join();
    expect(stored).toContain("$parley");
    expect(stored).not.toContain("carried");

    await bringFiles(one, two);
    const other = await choose(two);
    await other.getByRole("button", { name: "Set up encryption" }).click();
    const enter = two.getByRole("dialog", { name: "Enter the passphrase" });
    await enter.getByRole("textbox", { name: "Passphrase or recovery code" }).fill("correct horse battery");
    await enter.getByRole("button", { name: "Unlock and sync" }).click();
    await expect(other.getByText("Encrypted. The host can read no chats, titles or keys.")).toBeVisible();
    await other.getByRole("button", { name: "Done" }).click();
    await onlyChat(two).click();
    await expect(messages(two)).toHaveCount(2);
    await send(two, "and back again");
    await replyEnded(two);
    await syncNow(two);
    await bringFiles(two, one);
    await syncNow(one);
    await onlyChat(one).click();
    await expect(messages(one)).toHaveCount(4);

    // As after a restart of the browser, which forgets the permission.
    await one.evaluate(() => {
      let state: PermissionState = "prompt";
      Object.assign(FileSystemHandle.prototype, {
        queryPermission: async () => state,
        requestPermission: async () => {
          state = "granted";
          return state;
        },
      });
    });
    await openSyncSettings(one);
    await dialog.getByRole("button", { name: "Check" }).click();
    await expect(dialog.getByText(/The app needs your permission for the folder/)).toBeVisible();
    await dialog.getByRole("button", { name: "Allow again" }).click();
    await expect(dialog.getByRole("button", { name: "Allow again" })).toHaveCount(0);
    await dialog.getByRole("button", { name: "Check" }).click();
    await expect(dialog.getByText("Connected.")).toBeVisible();
    await dialog.getByRole("button", { name: "Done" }).click();

    // The folder is gone, as after its program was removed: nothing is deleted here.
    await one.evaluate(async () => (await navigator.storage.getDirectory()).removeEntry("Notes", { recursive: true }));
    await openSettings(one);
    await one.getByRole("button", { name: "Sync now" }).click();
    await expect(one.getByText(/The folder can’t be found. Choose it again/)).toBeVisible();
    await onlyChat(one).click();
    await expect(messages(one)).toHaveCount(4);
    for (const page of devices) await page.context().close();
  },
);
