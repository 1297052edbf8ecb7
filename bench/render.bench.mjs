import { startApp } from "./app-server.mjs";
import { medianOf, openBrowser } from "./browser.mjs";
import { pathologicalTexts } from "./pathological.mjs";
import { recordTasks, watchRendering } from "./render-page.mjs";
import { replyOf } from "./stream-reply.mjs";
import { startStreamUpstream } from "./stream-upstream.mjs";

const runs = 3;
const [small, large] = [2_000, 20_000];

/**
 * Measures the rendering of a reply, in processor time of the main thread. Measured are the growth of its cost with its
 * length, the cost of a frame at the speed of a fast model, the longest task on a slow computer, the delay of the last
 * word, and the longest delay of a click during texts designed to block the tab.
 */
export default async function render() {
  const upstream = await startStreamUpstream();
  const app = await startApp({ OPENAI_API_KEY: "sk-bench", BASE_URL: upstream.url });
  const browser = await openBrowser();
  const measured = { small: [], large: [], slow: [], steady: [], sudden: [] };
  const draw = (pieces, options) => measure(browser, app.url, upstream, { pieces, ...options });
  const hostile = [];
  try {
    // In turns, so that other load affects all sizes equally.
    for (let run = 0; run < runs; run++) {
      measured.small.push(await draw(replyOf(small), { rate: 1000 }));
      measured.large.push(await draw(replyOf(large), { rate: 1000 }));
      measured.steady.push(await draw(replyOf(2_000), { rate: 200 }));
      measured.slow.push(await draw(replyOf(8_000), { rate: 400, slowdown: 4, isTraced: true }));
      measured.sudden.push(
        await draw([...replyOf(8_000), "\n\nThe tide is in, and this is the last word of it."], {
          rate: Number.POSITIVE_INFINITY,
          isTimed: true,
        }),
      );
    }
    for (const { name, text } of pathologicalTexts()) {
      hostile.push({ name, ...(await draw([text], { rate: Number.POSITIVE_INFINITY, isTraced: true })) });
    }
  } finally {
    await browser.close();
    await app.stop();
    await upstream.close();
  }
  const exponents = measured.large.map(
    ({ busyMs }, run) => Math.log(busyMs / measured.small[run].busyMs) / Math.log(large / small),
  );
  return [
    figure("growth exponent of main-thread time, 2,000 to 20,000 tokens", "", exponents, 1.1),
    figure(
      "longest task at a quarter of the speed, 8,000 tokens",
      " ms",
      measured.slow.map(({ longest }) => longest),
      50,
    ),
    figure(
      "main-thread time of a frame at 200 tokens/s",
      " ms",
      measured.steady.map(({ busyMs, frames }) => busyMs / frames),
      6,
    ),
    figure(
      "last words on screen after the last byte came to the browser, 8,000 tokens at once",
      " ms",
      measured.sudden.map(({ lastWord, lastByte }) => Math.max(0, lastWord - lastByte)),
      100,
    ),
    // Includes the server, which shares two cores with the page, its browser and the provider.
    figure(
      "the same after the provider sent it",
      " ms",
      measured.sudden.map(({ lastWord, endedAt }) => Math.max(0, lastWord - endedAt)),
      100,
    ),
    ...hostile.map(({ name, longest }) =>
      figure(`longest task, which a click waits for: ${name}`, " ms", [longest], 200),
    ),
  ];
}

function figure(name, unit, values, bound) {
  const { value, spread } = medianOf(values);
  const round = (number) => Math.round(number * 1000) / 1000;
  return { name, unit, bound, value: round(value), spread: spread.map(round) };
}

/** Streams a reply of these pieces to a page that has rendered one before, and returns the measurements. */
async function measure(browser, url, upstream, { pieces, rate, slowdown = 1, isTraced = false, isTimed = false }) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    await context.addInitScript(watchRendering);
    const page = await context.newPage();
    await page.goto(url);
    // The first reply loads the code that the others use: it contains every construct, with a formula at its end.
    await answer(page, upstream, replyOf(700), 1000);
    await page.keyboard.press("Control+Shift+O");
    // Opening a chat is measured elsewhere.
    await page.getByText("Ask anything to get started.").waitFor();
    await page.waitForTimeout(500);
    const client = await context.newCDPSession(page);
    await client.send("Performance.enable", { timeDomain: "threadTicks" });
    await client.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    const busyBefore = await busySeconds(client);
    const tasks = isTraced ? await recordTasks(browser, page) : null;
    const lastWords = isTimed ? pieces.join("").trimEnd().slice(-40) : "";
    await page.evaluate((end) => window.rendering.start(end), lastWords);
    const endedAt = await answer(page, upstream, pieces, rate);
    const seen = await page.evaluate(() => window.rendering.stop());
    const longest = (await tasks?.longest()) ?? 0;
    const busyMs = ((await busySeconds(client)) - busyBefore) * 1000;
    return { ...seen, longest, busyMs, endedAt };
  } finally {
    await context.close();
  }
}

/** Requests a reply, waits until it is rendered and returns the time its last byte was sent. */
async function answer(page, upstream, pieces, rate) {
  upstream.prepare(pieces, rate);
  await page.getByRole("textbox", { name: "Message" }).fill("stream");
  // As long as users press it, so that pointerdown and click are separate tasks.
  await page.getByRole("button", { name: "Send", exact: true }).click({ delay: 80 });
  const endedAt = await upstream.sent();
  await page.evaluate(() => window.rendering.ended());
  // Work after the end, such as a diagram or collapsing a block, is part of rendering.
  await page.waitForTimeout(500);
  return endedAt;
}

async function busySeconds(client) {
  const { metrics } = await client.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration").value;
}
