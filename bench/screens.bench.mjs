import { startApp } from "./app-server.mjs";
import { medianOf, openBrowser } from "./browser.mjs";
import { fillHistory } from "./history.mjs";

const chats = 10_000;
const runs = 5;
/** Number of frames of a scroll through the list, and pixels per frame: faster than a spun wheel. */
const frames = 240;
const pixelsAFrame = 180;
/** Typed one character at a time after the prefix that searches only chats. */
const filtered = ["#chat 99", "#number 12", "#Chat number 5"];

/** Processor time of the thread, so that other programs do not affect it. */
const processorTime = { timeDomain: "threadTicks" };

/** Measures the cost of opening the settings, and of scrolling and filtering the list of 10,000 chats. */
export default async function screens() {
  const app = await startApp({ OPENAI_API_KEY: "sk-bench", BASE_URL: "http://127.0.0.1:9" });
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(app.url);
    await page.getByRole("textbox", { name: "Message" }).waitFor();
    const settings = [];
    for (let run = 0; run < runs; run++) settings.push(await openSettings(page, app.url));
    await page.goto(app.url);
    await page.getByRole("textbox", { name: "Message" }).waitFor();
    await fillHistory(page, { chats, messagesPerChat: 2 });
    await page.reload();
    await page.getByRole("navigation", { name: "Chats" }).getByRole("link").nth(5).waitFor();
    // Preloading must not fall into the measurement.
    await page.waitForTimeout(3000);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Performance.enable", processorTime);
    const scroll = await scrollThrough(page, devtools);
    const keys = await filter(page, devtools);
    const opening = medianOf(settings);
    const count = chats.toLocaleString("en");
    return [
      {
        name: "main thread to open the settings",
        unit: " ms",
        value: Math.round(opening.value),
        spread: opening.spread.map(Math.round),
        bound: 100,
      },
      { name: `main thread a frame, ${count} chats scrolled`, unit: " ms", value: scroll.mean, bound: 16.6 },
      { name: "script, style and layout of it", unit: " ms", value: scroll.own },
      { name: "rows in the page meanwhile", unit: "", value: scroll.rows, bound: 100 },
      { name: "rows missing in sight", unit: "", value: scroll.missing, bound: 0 },
      {
        name: `script, style and layout of a key, ${count} chats filtered, 95 of 100`,
        unit: " ms",
        value: keys,
        bound: 16,
      },
    ];
  } finally {
    await browser.close();
    await app.stop();
  }
}

async function openSettings(page, url) {
  await page.goto(url);
  await page.getByRole("textbox", { name: "Message" }).waitFor();
  await page.waitForTimeout(2000);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable", processorTime);
  const before = (await workOf(devtools)).all;
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
  await page.getByRole("radio", { name: "Dark" }).waitFor();
  await page.evaluate(twoFrames);
  const time = (await workOf(devtools)).all - before;
  await devtools.detach();
  return time;
}

/**
 * Scrolls the list frame by frame. Returns the cost of a frame, and whether the viewport was always filled with rows.
 */
async function scrollThrough(page, devtools) {
  const before = await workOf(devtools);
  const seen = await page.getByRole("navigation", { name: "Chats" }).evaluate(
    async (view, { frames, pixelsAFrame }) => {
      let rows = 0;
      let missing = 0;
      for (let frame = 0; frame < frames; frame++) {
        view.scrollTop += pixelsAFrame;
        await new Promise(requestAnimationFrame);
        await new Promise((resolve) => setTimeout(resolve));
        const places = [...view.querySelectorAll("li")];
        rows = Math.max(rows, places.length);
        const { top, bottom } = view.getBoundingClientRect();
        const inSight = places.filter((row) => {
          const box = row.getBoundingClientRect();
          return box.bottom > top && box.top < bottom;
        });
        const height = inSight.reduce((sum, row) => sum + row.offsetHeight + 1, 0);
        // Captions take space, too.
        if (height < bottom - top - 120) missing += 1;
      }
      return { rows, missing };
    },
    { frames, pixelsAFrame },
  );
  const after = await workOf(devtools);
  const aFrame = (kind) => Math.round(((after[kind] - before[kind]) / frames) * 10) / 10;
  return { ...seen, mean: aFrame("all"), own: aFrame("own") };
}

/** Types into the palette. Returns the 95th percentile of the cost of a key. */
async function filter(page, devtools) {
  await page.keyboard.press("Control+k");
  const field = page.getByRole("dialog", { name: "Command palette" }).getByRole("combobox");
  await field.waitFor();
  // The search worker starts.
  await page.waitForTimeout(3000);
  const costs = [];
  for (const words of filtered) {
    await field.fill("");
    await page.evaluate(twoFrames);
    for (const key of words) {
      const before = await workOf(devtools);
      await page.keyboard.type(key);
      await page.evaluate(twoFrames);
      costs.push((await workOf(devtools)).own - before.own);
    }
  }
  costs.sort((one, other) => one - other);
  return Math.round(costs[Math.floor(costs.length * 0.95)] * 10) / 10;
}

/** In the page: resolves once pending changes are rendered. */
function twoFrames() {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
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
