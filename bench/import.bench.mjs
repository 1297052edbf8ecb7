import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startApp } from "./app-server.mjs";
import { openBrowser } from "./browser.mjs";
import { usageOf } from "./process-usage.mjs";

const fileBytes = 300_000_000;
const messagesPerChat = 40;
const longWait = { timeout: 300_000 };

/** Imports a ChatGPT export of 300 MB. Measures the time, the longest task of the page, and the memory. */
export default async function importFile() {
  const folder = await mkdtemp(join(tmpdir(), "parley-import-"));
  const path = join(folder, "conversations.json");
  const chats = await writeExport(path);
  const app = await startApp();
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript(watchTasks);
    await page.goto(`${app.url}/settings#data`);
    await page.getByTestId("import-file").waitFor({ state: "attached" });
    // The work of a start is done.
    await page.waitForTimeout(3_000);
    await page.evaluate(() => window.watched.forget());
    const before = usageOf(process.pid).megabytes;
    const memory = watchMemory();

    const read = await secondsOf(async () => {
      await page.getByTestId("import-file").setInputFiles(path);
      await page
        .getByText(`New: ${inWords(chats)} chats, ${inWords(chats * messagesPerChat)} messages`)
        .waitFor(longWait);
    });
    const readPeak = memory.peak();
    const write = await secondsOf(async () => {
      const reloaded = page.waitForEvent("load", longWait);
      await page.getByRole("dialog").getByRole("button", { name: "Import", exact: true }).click();
      await reloaded;
    });
    const megabytes = (peak) => Math.round(peak - before);
    return [
      { name: "a ChatGPT export of 300 MB is read in", unit: " s", value: read },
      { name: "and written in", unit: " s", value: write },
      { name: "longest task of the page's thread meanwhile", unit: " ms", value: await longestTask(page), bound: 100 },
      { name: "memory held for it while it is read, at most", unit: " MB", value: megabytes(readPeak) },
      { name: "and while it is written", unit: " MB", value: megabytes(memory.stop()) },
    ];
  } finally {
    await browser.close();
    await app.stop();
    await rm(folder, { recursive: true });
  }
}

function inWords(count) {
  return count.toLocaleString("en");
}

async function secondsOf(work) {
  const start = performance.now();
  await work();
  return Math.round((performance.now() - start) / 100) / 10;
}

/** Watches the memory of this process and all processes it started, including the browser. */
function watchMemory() {
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, usageOf(process.pid).megabytes);
  }, 500);
  return {
    peak: () => most,
    stop() {
      clearInterval(timer);
      return most;
    },
  };
}

/** Returns the longest task before the reload. */
async function longestTask(page) {
  return Math.round(Number(await page.evaluate(() => sessionStorage.getItem("longest-task"))));
}

/** In the page: records the longest task; stored across a reload. */
function watchTasks() {
  let longest = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  });
  observer.observe({ type: "longtask" });
  addEventListener("pagehide", () => sessionStorage.setItem("longest-task", String(longest)));
  window.watched = {
    forget() {
      observer.takeRecords();
      longest = 0;
    },
  };
}

/** Writes an export of the given size, chat by chat. Returns the number of chats. */
async function writeExport(path) {
  const file = await open(path, "w");
  let chats = 0;
  for (let size = 0; size < fileBytes; chats++) {
    const text = (chats === 0 ? "[" : ",\n") + JSON.stringify(conversation(chats));
    await file.write(text);
    size += text.length;
  }
  await file.write("]");
  await file.close();
  return chats;
}

const words = "The tide comes late because the water must first find its way round the cape. ".repeat(10);

function conversation(number) {
  const id = (place) => `chat-${number}-message-${place}`;
  const nodes = Array.from({ length: messagesPerChat }, (_, place) => ({
    id: id(place),
    parent: place === 0 ? null : id(place - 1),
    children: [id(place + 1)],
    message: {
      id: id(place),
      author: { role: place % 2 === 0 ? "user" : "assistant", name: null, metadata: {} },
      create_time: 1_756_000_000.5 + place,
      content: { content_type: "text", parts: [`${place}. ${words}`] },
      status: "finished_successfully",
      weight: 1,
      metadata: { model_slug: "gpt-5", citations: [], request_id: `request-${number}-${place}` },
      recipient: "all",
    },
  }));
  return {
    title: `Chat ${number}`,
    create_time: 1_756_000_000 + number,
    update_time: 1_756_000_100 + number,
    mapping: Object.fromEntries(nodes.map((node) => [node.id, node])),
    current_node: id(messagesPerChat - 1),
    conversation_id: `chat-${number}`,
  };
}
