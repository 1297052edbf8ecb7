import { startApp } from "./app-server.mjs";
import { medianOf, openBrowser } from "./browser.mjs";
import { fillHistory } from "./history.mjs";

/** Numbers of chats, with 40 messages each. The first is an empty browser, the baseline. */
const histories = [0, 2_000, 10_000];
const messagesPerChat = 40;
const runs = 9;
/** Maximum ratio of a start to an empty one, by number of chats. */
const bounds = { 2000: 1.15, 10000: 1.3 };

/** Measures the time until the message box is usable after a reload, with different numbers of chats. */
export default async function start() {
  const app = await startApp({ OPENAI_API_KEY: "sk-bench", BASE_URL: "http://127.0.0.1:9" });
  const browser = await openBrowser();
  const times = new Map(histories.map((chats) => [chats, []]));
  try {
    const pages = new Map();
    for (const chats of histories) pages.set(chats, await pageWith(browser, app.url, chats));
    // In turns, so that other load affects all sizes equally.
    for (let run = 0; run < runs; run++) {
      for (const [chats, results] of times) results.push(await usableAfter(pages.get(chats)));
    }
  } finally {
    await browser.close();
    await app.stop();
  }
  const empty = medianOf(times.get(0)).value;
  return histories.flatMap((chats) => {
    const { value, spread } = medianOf(times.get(chats));
    const size = `${chats.toLocaleString("en")} chats of ${messagesPerChat} messages`;
    const time = {
      name: `message box usable, ${size}`,
      unit: " ms",
      value: Math.round(value),
      spread: spread.map(Math.round),
    };
    if (chats === 0) return [time];
    const ratio = Math.round((value / empty) * 1000) / 1000;
    return [time, { name: `compared to an empty start, ${size}`, unit: " ×", value: ratio, bound: bounds[chats] }];
  });
}

async function pageWith(browser, url, chats) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole("textbox", { name: "Message" }).waitFor();
  if (chats > 0) await fillHistory(page, { chats, messagesPerChat });
  await usableAfter(page);
  return page;
}

/** Reloads. Returns the time until the message box was there, in milliseconds since the navigation began. */
async function usableAfter(page) {
  await page.reload();
  await page.getByRole("textbox", { name: "Message" }).waitFor();
  const ready = await page.evaluate(() => performance.getEntriesByName("screen-ready").at(-1)?.startTime);
  if (ready === undefined) throw new Error("The screen did not say when it was ready.");
  // Background reading must not fall into the next start.
  await page.waitForTimeout(1500);
  return ready;
}
