import { startApp } from "./app-server.mjs";
import { medianOf, openBrowser } from "./browser.mjs";
import { filter, keyCosts, scrollThrough, twoFrames, workOf } from "./chat-list.mjs";
import { fillHistory } from "./history.mjs";

const chats = 10_000;
const runs = 5;
/** Typed one character at a time after the prefix that searches only chats. */
const filtered = ["#chat 99", "#number 12", "#Chat number 5"];

/** Typed one character at a time into the search of the model dialog. */
const searched = ["model 1", "openai 19", "large 42"];
const models = 2_000;

/** Processor time of the thread, so that other programs do not affect it. */
const processorTime = { timeDomain: "threadTicks" };

/**
 * Measures the cost of opening the settings, of scrolling and filtering the list of 10,000 chats, and of searching 2,000
 * models.
 */
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
    const keys = await filter(page, devtools, filtered);
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
      ...(await searchModels(browser)),
    ];
  } finally {
    await browser.close();
    await app.stop();
  }
}

/** Measures a key in the search of the model dialog, and the number of options in the page. */
async function searchModels(browser) {
  const names = Array.from({ length: models }, (_, index) => `+model-${index}-${index % 2 ? "large" : "small"}@openai`);
  const app = await startApp({
    OPENAI_API_KEY: "sk-bench",
    BASE_URL: "http://127.0.0.1:9",
    CUSTOM_MODELS: names.join(),
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(app.url);
    await page.getByRole("button", { name: /^(Model: |Choose a model)/ }).click();
    const field = page.getByRole("dialog").getByRole("combobox");
    await field.waitFor();
    await page.waitForTimeout(3000);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Performance.enable", processorTime);
    const options = page.getByRole("dialog").getByRole("option");
    let most = await options.count();
    const afterKey = async () => {
      most = Math.max(most, await options.count());
    };
    const costs = await keyCosts(page, devtools, { field, texts: searched, afterKey });
    const count = models.toLocaleString("en");
    const work = `script, style and layout of a key, ${count} models searched`;
    return [
      { name: `${work}, median`, unit: " ms", value: costs.at(0.5), bound: 8 },
      { name: `${work}, 95 of 100`, unit: " ms", value: costs.at(0.95) },
      { name: "options in the page meanwhile", unit: "", value: most, bound: 150 },
    ];
  } finally {
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
