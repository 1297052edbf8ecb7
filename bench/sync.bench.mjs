import { createServer } from "node:http";
import { startApp } from "./app-server.mjs";
import { openBrowser } from "./browser.mjs";
import { fillHistory } from "./history.mjs";

const size = { chats: 2_000, messagesPerChat: 40 };
const longWait = { timeout: 120_000 };

const passphrase = "correct horse battery";

/**
 * Syncs 2,000 chats of 40 messages for the first time: from a device to a WebDAV server on this computer, readable and
 * then encrypted, and from there to an empty device. Also syncs again without changes, and with one changed message.
 */
export default async function sync() {
  const store = await startStore();
  const app = await startApp({ WHITE_WEBDAV_ENDPOINTS: store.url });
  const browser = await openBrowser();
  try {
    const one = await openDevice(browser, app.url);
    await fillHistory(one, size);
    await one.reload();
    const sent = await firstSync(one, store.url);
    const again = await syncOnce(one);
    const readableBytes = store.bytes();
    const encrypted = await encryptedSync(one);
    const idle = await countedSync(browser, one, store);
    await changeMessage(one);
    const changed = await countedSync(browser, one, store);
    const two = await openDevice(browser, app.url);
    const received = await unlockedSync(two, store.url);
    await changeMessage(one);
    await syncOnce(one);
    const fetched = await countedSync(browser, two, store);
    return [
      { name: "2,000 chats of 40 messages are sent in", unit: " s", value: sent.seconds, bound: 10 },
      { name: "longest task of the page's thread meanwhile", unit: " ms", value: sent.longest, bound: 100 },
      { name: "a sync that finds nothing new", unit: " s", value: again.seconds },
      { name: "2,000 chats of 40 messages are sent encrypted in", unit: " s", value: encrypted.seconds, bound: 10 },
      { name: "requests of an encrypted sync without changes", unit: "", value: idle.requests, bound: 1 },
      { name: "CPU time of the page and its workers for it", unit: " ms", value: idle.cpu },
      {
        name: "requests of an encrypted sync that sends a changed message",
        unit: "",
        value: changed.requests,
        bound: 5,
      },
      { name: "bytes sent and received for it", unit: " kB", value: changed.kilobytes, bound: 40 },
      {
        name: "CPU time of it, beyond one without changes",
        unit: " ms",
        value: changed.cpu - idle.cpu,
        bound: 150,
      },
      {
        name: "requests of an encrypted sync that receives a changed message",
        unit: "",
        value: fetched.requests,
        bound: 5,
      },
      { name: "bytes sent and received for that", unit: " kB", value: fetched.kilobytes, bound: 40 },
      { name: "a device that has none receives them encrypted in", unit: " s", value: received.seconds, bound: 10 },
      { name: "longest task of its page's thread meanwhile", unit: " ms", value: received.longest, bound: 200 },
      { name: "the file that they share", unit: " MB", value: Math.round(readableBytes / 1e6) },
      { name: "the encrypted objects", unit: " MB", value: Math.round(store.bytes() / 1e6) },
    ];
  } finally {
    await browser.close();
    await app.stop();
    await store.close();
  }
}

/** A WebDAV server in memory that counts requests and bytes. */
async function startStore() {
  const files = new Map();
  let version = 0;
  let requests = 0;
  let bytes = 0;
  const server = createServer(async (request, response) => {
    const pieces = [];
    for await (const piece of request) pieces.push(piece);
    const sent = Buffer.concat(pieces);
    const file = files.get(request.url);
    requests += 1;
    bytes += sent.length + (request.method === "GET" ? (file?.content.length ?? 0) : 0);
    if (request.method === "GET") {
      response.writeHead(file ? 200 : 404, file ? { etag: `"${file.version}"` } : {}).end(file?.content);
      return;
    }
    if (request.method === "PUT") files.set(request.url, { content: sent, version: ++version });
    if (request.method === "DELETE") files.delete(request.url);
    response.writeHead(201).end();
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    bytes: () => [...files.values()].reduce((sum, { content }) => sum + content.length, 0),
    traffic: () => ({ requests, bytes }),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Syncs once and counts requests, bytes, and the CPU time of all pages and workers. */
async function countedSync(browser, page, store) {
  const before = { ...store.traffic(), cpu: await cpuTime(browser) };
  await page.getByRole("button", { name: "Sync now" }).click();
  await page.getByText("Sync succeeded.").waitFor(longWait);
  const after = { ...store.traffic(), cpu: await cpuTime(browser) };
  await page.waitForTimeout(2_000);
  return {
    requests: after.requests - before.requests,
    kilobytes: Math.round((after.bytes - before.bytes) / 100) / 10,
    cpu: Math.round((after.cpu - before.cpu) * 1_000),
  };
}

/** Returns the CPU time of all pages and workers so far, in seconds. */
async function cpuTime(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  return processInfo.filter(({ type }) => type === "renderer").reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/** Changes one message in the database, with the marks that the app writes. */
async function changeMessage(page) {
  await page.evaluate(async () => {
    const database = await new Promise((resolve) => {
      const request = indexedDB.open("parley");
      request.onsuccess = () => resolve(request.result);
    });
    const names = ["sessions", "messages", "headMarks", "messageMarks"];
    const transaction = database.transaction(names, "readwrite");
    const [sessions, messages, headMarks, messageMarks] = names.map((name) => transaction.objectStore(name));
    window.changes = (window.changes ?? 0) + 1;
    const cursor = messages.openCursor();
    let left = 41 * window.changes;
    cursor.onsuccess = () => {
      if (left > 0) {
        cursor.result.advance(left);
        left = 0;
        return;
      }
      const message = { ...cursor.result.value, content: `changed ${Date.now()}` };
      messages.put(message);
      messageMarks.put(Math.random(), message.sessionId);
      headMarks.put(Math.random(), message.sessionId);
      const head = sessions.get(message.sessionId);
      head.onsuccess = () => sessions.put({ ...head.result, lastUpdate: Date.now() });
    };
    await new Promise((resolve) => {
      transaction.oncomplete = resolve;
    });
    database.close();
  });
}

async function openDevice(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole("textbox", { name: "Message" }).waitFor();
  return page;
}

async function openDialog(page) {
  await page.getByRole("button", { name: "Set up…" }).click();
  return page.getByRole("dialog", { name: "Cloud sync" });
}

/** Enters the server in the dialog of the sync settings. */
async function enterServer(page, endpoint) {
  await page.goto(new URL("/settings#sync", page.url()).href);
  const dialog = await openDialog(page);
  await dialog.getByLabel("WebDAV address").fill(endpoint);
  await dialog.getByLabel("User name").fill("mara");
  await dialog.getByRole("textbox", { name: "Password" }).fill("word");
  return dialog;
}

async function close(page, dialog) {
  await dialog.getByRole("button", { name: "Done" }).click();
  await dialog.waitFor({ state: "detached" });
  // The work of a start is done.
  await page.waitForTimeout(12_000);
}

/** Configures a readable sync and runs it. */
async function firstSync(page, endpoint) {
  const dialog = await enterServer(page, endpoint);
  await dialog.getByRole("switch", { name: "End-to-end encryption" }).uncheck();
  await close(page, dialog);
  return syncOnce(page);
}

/** Encrypts the file. */
async function encryptedSync(page) {
  const dialog = await openDialog(page);
  await dialog.getByRole("switch", { name: "End-to-end encryption" }).check();
  await dialog.getByRole("button", { name: "Set up encryption" }).click();
  const choose = page.getByRole("dialog", { name: "Set up encryption" });
  await choose.getByRole("textbox", { name: "Passphrase", exact: true }).fill(passphrase);
  await choose.getByRole("textbox", { name: "Repeat the passphrase" }).fill(passphrase);
  await choose.getByRole("button", { name: "Continue" }).click();
  const saving = page.getByRole("dialog", { name: "Save your recovery code" });
  const code = await saving.locator("code").textContent();
  await saving.getByRole("textbox").fill(code.split("-")[2]);
  return sealedSync(page, dialog, saving.getByRole("button", { name: "Encrypt and sync" }));
}

/** Configures the sync of the encrypted file on another device and runs it. */
async function unlockedSync(page, endpoint) {
  await close(page, await enterServer(page, endpoint));
  const dialog = await openDialog(page);
  await dialog.getByRole("button", { name: "Set up encryption" }).click();
  const enter = page.getByRole("dialog", { name: "Enter the passphrase" });
  await enter.getByRole("textbox", { name: "Passphrase or recovery code" }).fill(passphrase);
  return sealedSync(page, dialog, enter.getByRole("button", { name: "Unlock and sync" }));
}

/** Measures a sync that a dialog starts. */
async function sealedSync(page, dialog, button) {
  await page.evaluate(watchTasks);
  const begun = performance.now();
  await button.click();
  await dialog.getByText("Encrypted. The host can read no chats").waitFor(longWait);
  const measured = await measuredSince(page, begun);
  await dialog.getByRole("button", { name: "Done" }).click();
  await dialog.waitFor({ state: "detached" });
  return measured;
}

async function syncOnce(page) {
  await page.evaluate(watchTasks);
  const begun = performance.now();
  await page.getByRole("button", { name: "Sync now" }).click();
  await page.getByText("Sync succeeded.").waitFor(longWait);
  return measuredSince(page, begun);
}

async function measuredSince(page, begun) {
  const seconds = Math.round((performance.now() - begun) / 100) / 10;
  // The synced chats are rendered.
  await page.waitForTimeout(2_000);
  return { seconds, longest: await page.evaluate(() => Math.round(window.longestTask)) };
}

/** In the page: records the longest task from now on. */
function watchTasks() {
  window.longestTask = 0;
  window.taskObserver?.disconnect();
  window.taskObserver = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longestTask = Math.max(window.longestTask, duration);
  });
  window.taskObserver.observe({ type: "longtask" });
}
