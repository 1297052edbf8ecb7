import { startApp } from "./app-server.mjs";
import { medianOf, openBrowser } from "./browser.mjs";
import { fillHistory } from "./history.mjs";

/** The size of the long chat, which is opened from a short one. */
const messages = 10_000;
const runs = 5;
/** CPU slowdown while typing. */
const slowdown = 4;
const typed = "The water must first find its way round the cape, and that takes three hours. ".repeat(2);

/** Processor time of the thread, so that other programs do not affect it. */
const processorTime = { timeDomain: "threadTicks" };

/**
 * Measures a very long chat: the cost of opening it, the cost of a key in it, and the number of its elements in the
 * page.
 */
export default async function chat() {
  const app = await startApp({ OPENAI_API_KEY: "sk-bench", BASE_URL: "http://127.0.0.1:9" });
  const browser = await openBrowser();
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.goto(app.url);
    await page.getByRole("textbox", { name: "Message" }).waitFor();
    await fillHistory(page, { chats: 1, messagesPerChat: messages });
    const openings = [];
    for (let run = 0; run < runs; run++) openings.push(await open(page));
    const keys = await type(page);
    const elements = await scrollThrough(page);
    const opening = medianOf(openings);
    return [
      {
        name: `main thread to open ${messages.toLocaleString("en")} messages at their end`,
        unit: " ms",
        value: Math.round(opening.value),
        spread: opening.spread.map(Math.round),
        bound: 300,
      },
      {
        name: `script, style and layout of a key in it, 95 of 100, ${slowdown} × slower`,
        unit: " ms",
        value: keys.own,
        bound: 16,
      },
      { name: "the same with the browser's insertion and painting", unit: " ms", value: keys.all },
      { name: "elements on the page after scrolling up and down", unit: "", value: elements, bound: 6000 },
    ];
  } finally {
    await browser.close();
    await app.stop();
  }
}

/** Opens the long chat from another one. Returns the main thread's work for it, in milliseconds. */
async function open(page) {
  await page.reload();
  await page.getByRole("textbox", { name: "Message" }).waitFor();
  await page.keyboard.press("Control+Shift+O");
  await page.getByText("How can I help you?").waitFor();
  // Preloading must not fall into the measurement.
  await page.waitForTimeout(2000);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable", processorTime);
  const before = (await workOf(devtools)).all;
  await page.getByRole("link", { name: "Chat number 0" }).click();
  await page.getByRole("log").getByRole("article").last().waitFor();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const time = (await workOf(devtools)).all - before;
  await devtools.detach();
  return time;
}

/**
 * Types with a slowed processor; returns what 95 of 100 keys cost at most: by the app's own work, which is script, style
 * and layout, and in all, with the browser's insertion of a character and its painting, which a bare text area costs too.
 * What measuring costs by itself is measured without a key and taken off.
 */
async function type(page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable", processorTime);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await page.getByRole("textbox", { name: "Message" }).click();
  const idle = [];
  for (let time = 0; time < 20; time++) idle.push(await costOf(page, devtools));
  const keys = [];
  for (const key of typed) keys.push(await costOf(page, devtools, key));
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await devtools.detach();
  await page.getByRole("textbox", { name: "Message" }).fill("");
  const most = (kind) => {
    const measuring = medianOf(idle.map((cost) => cost[kind])).value;
    const costs = keys.map((cost) => cost[kind] - measuring).sort((one, other) => one - other);
    return Math.round(costs[Math.floor(costs.length * 0.95)] * 10) / 10;
  };
  return { own: most("own"), all: most("all") };
}

async function costOf(page, devtools, key) {
  const before = await workOf(devtools);
  if (key !== undefined) await page.keyboard.type(key);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const after = await workOf(devtools);
  return { own: after.own - before.own, all: after.all - before.all };
}

/** Returns the main thread's work so far, in milliseconds. */
async function workOf(devtools) {
  const { metrics } = await devtools.send("Performance.getMetrics");
  const ms = (name) => metrics.find((metric) => metric.name === name).value * 1000;
  return {
    own: ms("ScriptDuration") + ms("LayoutDuration") + ms("RecalcStyleDuration"),
    all: ms("TaskDuration"),
  };
}

/** Scrolls to the beginning, as far as possible, and back. Returns the maximum number of elements in the page. */
async function scrollThrough(page) {
  const log = page.getByRole("log");
  let most = 0;
  for (const [rounds, step] of [
    [60, -4000],
    [30, 4000],
  ]) {
    for (let round = 0; round < rounds; round++) {
      await log.evaluate((box, by) => box.scrollBy(0, by), step);
      await page.waitForTimeout(30);
      most = Math.max(most, await page.evaluate(() => document.querySelectorAll("*").length));
    }
  }
  return most;
}
