import { startApp } from "./app-server.mjs";
import { medianOf, openBrowser } from "./browser.mjs";
import { fillHistory } from "./history.mjs";

/** One chat of so many messages, and a short one from which it is opened. */
const messages = 10_000;
const runs = 5;
/** How much slower the processor is made while somebody types. */
const slowdown = 4;
const typed = "The water must first find its way round the cape, and that takes three hours. ".repeat(2);

/** Measures a very long chat: what opening it costs, what a key costs in it, and how much of it stands on the page. */
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
      { name: `a key in it, 95 of 100, ${slowdown} × slower`, unit: " ms", value: keys, bound: 16 },
      { name: "elements on the page after scrolling up and down", unit: "", value: elements, bound: 6000 },
    ];
  } finally {
    await browser.close();
    await app.stop();
  }
}

/** Opens the long chat from another one; answers for how long the page's thread was at work for it, in milliseconds. */
async function open(page) {
  await page.reload();
  await page.getByRole("textbox", { name: "Message" }).waitFor();
  await page.getByRole("button", { name: "New chat", exact: true }).first().click();
  await page.getByText("How can I help you?").waitFor();
  // What is fetched ahead of later use must not fall into the measurement.
  await page.waitForTimeout(2000);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable");
  const before = await taskTime(devtools);
  await page.getByRole("link", { name: "Chat number 0" }).click();
  await page.getByRole("log").getByRole("article").last().waitFor();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const time = (await taskTime(devtools)) - before;
  await devtools.detach();
  return time;
}

async function taskTime(devtools) {
  const { metrics } = await devtools.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration").value * 1000;
}

/**
 * Types with a slowed processor; answers for how long 95 of 100 keys kept the page's thread at work at most, the drawing
 * included. What measuring costs by itself is measured without a key and taken off.
 */
async function type(page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable");
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await page.getByRole("textbox", { name: "Message" }).click();
  const idle = [];
  for (let time = 0; time < 20; time++) idle.push(await costOf(page, devtools));
  const { value: measuring } = medianOf(idle);
  const times = [];
  for (const key of typed) times.push((await costOf(page, devtools, key)) - measuring);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await devtools.detach();
  await page.getByRole("textbox", { name: "Message" }).fill("");
  times.sort((one, other) => one - other);
  return Math.round(times[Math.floor(times.length * 0.95)] * 10) / 10;
}

async function costOf(page, devtools, key) {
  const before = await taskTime(devtools);
  if (key !== undefined) await page.keyboard.type(key);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  return (await taskTime(devtools)) - before;
}

/** Scrolls to the beginning, as far as that goes, and back; answers the most elements that the page ever had. */
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
