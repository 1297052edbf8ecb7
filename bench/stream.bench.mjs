import { startApp } from "./app-server.mjs";
import { medianOf, openBrowser } from "./browser.mjs";
import { fillHistory } from "./history.mjs";
import { startStreamUpstream } from "./stream-upstream.mjs";

const sizes = [2_000, 8_000, 20_000];
const runs = 3;
/** A long chat history with a reply: the amount written must not grow with it. */
const large = { chats: 2_000, messagesPerChat: 40, tokens: 8_000 };
/** Maximum number of bytes written for each byte of a reply. */
const mostWritten = 4;

/**
 * Measures the cost of a growing reply for the tab: Markdown of several sizes at about 1,000 tokens a second through
 * the app's relay. In processor time of the main thread, which other programs affect less.
 */
export default async function stream() {
  const upstream = await startStreamUpstream();
  const app = await startApp({ OPENAI_API_KEY: "sk-bench", BASE_URL: upstream.url });
  const browser = await openBrowser();
  const bySize = new Map(sizes.map((tokens) => [tokens, []]));
  let inHistory;
  try {
    // In turns, so that other load affects all sizes equally.
    for (let run = 0; run < runs; run++) {
      for (const [tokens, results] of bySize) results.push(await measure(browser, app.url, upstream, tokens));
    }
    inHistory = await measure(browser, app.url, upstream, large.tokens, large);
  } finally {
    await browser.close();
    await app.stop();
    await upstream.close();
  }
  return [
    ...sizes.flatMap((tokens) => figuresOf(tokens, bySize.get(tokens))),
    growth(bySize),
    {
      name: `bytes written for each byte of the reply, ${large.tokens.toLocaleString("en")} tokens in a history of ${large.chats.toLocaleString("en")} chats`,
      unit: "",
      value: Math.round(writtenPerByte(inHistory, large.tokens) * 1000) / 1000,
      bound: mostWritten,
    },
  ];
}

function figuresOf(tokens, results) {
  const size = `${tokens.toLocaleString("en")} tokens`;
  const figure = (name, unit, read) => ({
    name: `${name}, ${size}`,
    unit,
    ...rounded(medianOf(results.map(read))),
  });
  return [
    figure("main-thread time per 1,000 tokens", " ms", ({ busyMs }) => busyMs / (tokens / 1000)),
    figure("long tasks (over 50 ms)", "", ({ longTasks }) => longTasks),
    // Other programs drop frames of the page, too, so this figure needs an idle computer.
    {
      ...figure("share of dropped frames (over 33 ms)", "", ({ frames, dropped }) => dropped / frames),
      bound: 0.05,
    },
    figure("database writes", "", ({ puts }) => puts),
    {
      ...figure("bytes written for each byte of the reply", "", (result) => writtenPerByte(result, tokens)),
      bound: mostWritten,
    },
  ];
}

function writtenPerByte({ putBytes }, tokens) {
  return putBytes / (tokens * 4);
}

/** Returns the exponent with which the main thread's time grows with the size: 1 is linear. */
function growth(bySize) {
  const [small, , large] = sizes;
  const exponents = bySize
    .get(large)
    .map(({ busyMs }, run) => Math.log(busyMs / bySize.get(small)[run].busyMs) / Math.log(large / small));
  return {
    name: `growth exponent of main-thread time, ${small.toLocaleString("en")} to ${large.toLocaleString("en")} tokens`,
    unit: "",
    bound: 1.3,
    ...rounded(medianOf(exponents)),
  };
}

function rounded({ value, spread }) {
  const round = (number) => Math.round(number * 1000) / 1000;
  return { value: round(value), spread: spread.map(round) };
}

async function measure(browser, url, upstream, tokens, history) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript(watchPage);
  const page = await context.newPage();
  await page.goto(url);
  if (history) {
    await page.getByRole("textbox", { name: "Message" }).waitFor();
    await fillHistory(page, history);
    await page.reload();
  }
  // The first reply loads the code that the others use.
  await answer(page, upstream, 500);
  await page.keyboard.press("Control+Shift+O");
  const client = await context.newCDPSession(page);
  await client.send("Performance.enable", { timeDomain: "threadTicks" });
  const busyBefore = await busySeconds(client);
  await page.evaluate(() => window.watched.start());
  await answer(page, upstream, tokens);
  const watched = await page.evaluate(() => window.watched.stop());
  const busyMs = ((await busySeconds(client)) - busyBefore) * 1000;
  await context.close();
  return { busyMs, ...watched };
}

async function answer(page, upstream, tokens) {
  await page.getByRole("textbox", { name: "Message" }).fill(`stream ${tokens}`);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  const stop = page.getByRole("button", { name: "Stop" });
  await stop.waitFor();
  // Do not query the page while the reply grows, because every query would count.
  await upstream.ended();
  await stop.waitFor({ state: "detached" });
}

async function busySeconds(client) {
  const { metrics } = await client.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration").value;
}

/** Runs in the page before anything else: counts frames, long tasks and writes between start and stop. */
function watchPage() {
  const count = { frames: 0, dropped: 0, longTasks: 0, puts: 0, putBytes: 0 };
  let isOn = false;
  let lastFrame = 0;
  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function (value, ...key) {
    if (isOn) {
      count.puts += 1;
      count.putBytes += JSON.stringify(value).length;
    }
    return put.call(this, value, ...key);
  };
  const observer = new PerformanceObserver((list) => {
    if (isOn) count.longTasks += list.getEntries().length;
  });
  observer.observe({ type: "longtask" });

  function onFrame(time) {
    if (!isOn) return;
    if (lastFrame > 0) {
      count.frames += 1;
      if (time - lastFrame > 33) count.dropped += 1;
    }
    lastFrame = time;
    requestAnimationFrame(onFrame);
  }

  window.watched = {
    start() {
      isOn = true;
      requestAnimationFrame(onFrame);
    },
    stop() {
      isOn = false;
      return count;
    },
  };
}
