import { createServer } from "node:http";
import { startApp } from "./app-server.mjs";
import { openBrowser } from "./browser.mjs";
import { fillHistory } from "./history.mjs";

const size = { chats: 2_000, messagesPerChat: 40 };
const longWait = { timeout: 120_000 };

/**
 * Syncs 2,000 chats of 40 messages for the first time: from a device to a WebDAV server on this computer, and from
 * there to an empty device. Then syncs again without changes.
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
    const two = await openDevice(browser, app.url);
    const received = await firstSync(two, store.url);
    return [
      { name: "2,000 chats of 40 messages are sent in", unit: " s", value: sent.seconds, bound: 10 },
      { name: "longest task of the page's thread meanwhile", unit: " ms", value: sent.longest, bound: 100 },
      { name: "a sync that finds nothing new", unit: " s", value: again.seconds },
      { name: "a device that has none receives them in", unit: " s", value: received.seconds, bound: 10 },
      { name: "longest task of its page's thread meanwhile", unit: " ms", value: received.longest, bound: 200 },
      { name: "the file that they share", unit: " MB", value: Math.round(store.bytes() / 1e6) },
    ];
  } finally {
    await browser.close();
    await app.stop();
    await store.close();
  }
}

/** A WebDAV server with one file in memory. */
async function startStore() {
  let file;
  let version = 0;
  const server = createServer(async (request, response) => {
    const pieces = [];
    for await (const piece of request) pieces.push(piece);
    if (request.method === "GET") {
      response.writeHead(file ? 200 : 404, file ? { etag: `"${version}"` } : {}).end(file);
      return;
    }
    if (request.method === "PUT") {
      file = Buffer.concat(pieces);
      version += 1;
    }
    response.writeHead(201).end();
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    bytes: () => file?.length ?? 0,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

async function openDevice(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole("textbox", { name: "Message" }).waitFor();
  return page;
}

/** Configures sync in its dialog and runs it. */
async function firstSync(page, endpoint) {
  await page.goto(new URL("/settings#sync", page.url()).href);
  await page.getByRole("button", { name: "Set up…" }).click();
  const dialog = page.getByRole("dialog", { name: "Cloud sync" });
  await dialog.getByLabel("WebDAV address").fill(endpoint);
  await dialog.getByLabel("User name").fill("mara");
  await dialog.getByRole("textbox", { name: "Password" }).fill("word");
  await dialog.getByRole("button", { name: "Done" }).click();
  await dialog.waitFor({ state: "detached" });
  // The work of a start is done.
  await page.waitForTimeout(12_000);
  return syncOnce(page);
}

async function syncOnce(page) {
  await page.evaluate(watchTasks);
  const begun = performance.now();
  await page.getByRole("button", { name: "Sync now" }).click();
  await page.getByText("Sync succeeded.").waitFor(longWait);
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
