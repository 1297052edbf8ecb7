import { startApp } from "./app-server.mjs";
import { medianOf, openBrowser } from "./browser.mjs";
import { fillHistory } from "./history.mjs";

/** The size of the chat: every 20th message is a hidden version. */
const messages = 10_000;
const forks = 500;
const runs = 5;

/** Processor time of the thread, so that other programs do not affect it. */
const processorTime = { timeDomain: "threadTicks" };

/** Measures the cost of opening the branches of a long chat, and of a key that moves in them. */
export default async function branches() {
  const app = await startApp({ OPENAI_API_KEY: "sk-bench", BASE_URL: "http://127.0.0.1:9" });
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(app.url);
    await page.getByRole("textbox", { name: "Message" }).waitFor();
    await fillHistory(page, { chats: 1, messagesPerChat: messages });
    await page.evaluate(fork, messages / forks);
    await page.goto(`${app.url}/chat?id=chat-0`);
    await page.getByRole("log").getByRole("article").last().waitFor();
    // Preloading must not fall into the measurement.
    await page.waitForTimeout(2000);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Performance.enable", processorTime);
    // The first opening loads the code.
    await open(page, devtools);
    const openings = [];
    for (let run = 0; run < runs; run++) openings.push(await open(page, devtools));
    const keys = await walk(page, devtools);
    const opening = medianOf(openings.map(({ time }) => time));
    return [
      {
        name: `main thread to open ${forks} branches of ${messages.toLocaleString("en")} messages`,
        unit: " ms",
        value: Math.round(opening.value),
        spread: opening.spread.map(Math.round),
        bound: 100,
      },
      { name: "main thread of a key in them, mean", unit: " ms", value: keys, bound: 16 },
      { name: "rows in the page meanwhile", unit: "", value: openings[0].rows, bound: 100 },
    ];
  } finally {
    await browser.close();
    await app.stop();
  }
}

/** In the page: makes every message whose number is a multiple of `step` a version of the one before. */
async function fork(step) {
  const database = await new Promise((resolve, reject) => {
    const opening = indexedDB.open("parley");
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const transaction = database.transaction("messages", "readwrite");
  const store = transaction.objectStore("messages");
  store.openCursor().onsuccess = ({ target: { result: cursor } }) => {
    if (!cursor) return;
    const message = cursor.value;
    if (message.seq % step === 0) {
      cursor.update({ ...message, isAside: true, parentId: `${message.sessionId}-${message.seq - 2}` });
    }
    cursor.continue();
  };
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onerror = () => reject(transaction.error);
  });
  database.close();
}

/** Opens the branches from the menu and closes them. Returns the main thread's work, and the number of rows. */
async function open(page, devtools) {
  await page.getByRole("button", { name: "More", exact: true }).click();
  const row = page.getByRole("menuitem", { name: "Branches" });
  await row.waitFor();
  const before = await workOf(devtools);
  // In the page: a locator by role would search the page on the same thread.
  await row.evaluate(async (element) => {
    element.click();
    while (!document.querySelector("[role=treeitem]")) await new Promise(requestAnimationFrame);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
  const time = (await workOf(devtools)) - before;
  const rows = await page.getByRole("treeitem").count();
  await page.keyboard.press("Escape");
  await page.getByRole("tree").waitFor({ state: "detached" });
  return { time, rows };
}

/** Walks down 100 rows. Returns the main thread's work of a key. */
async function walk(page, devtools) {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Branches" }).click();
  await page.getByRole("treeitem").first().waitFor();
  const before = await workOf(devtools);
  for (let step = 0; step < 100; step++) await page.keyboard.press("ArrowDown");
  await frames(page);
  return Math.round((await workOf(devtools)) - before) / 100;
}

/** Returns the main thread's work so far, in milliseconds. */
async function workOf(devtools) {
  const { metrics } = await devtools.send("Performance.getMetrics");
  return 1000 * metrics.find(({ name }) => name === "TaskDuration").value;
}

function frames(page) {
  return page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}
