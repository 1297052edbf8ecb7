import { startApp } from "./app-server.mjs";
import { openBrowser } from "./browser.mjs";
import { replyOf } from "./stream-reply.mjs";
import { startStreamUpstream } from "./stream-upstream.mjs";

const models = ["gpt-4o-mini", "gpt-4o", "gpt-4.1", "gpt-4.1-mini", "gpt-4.1-nano", "o4-mini"];
const tokensPerSecond = 100;
const tokens = 2_000;
/** Without the first seconds, in which code is loaded. */
const fromMs = 3_000;
const measuredMs = 14_000;

/** Measures the share of the main thread that six replies side by side take while they are written. */
export default async function work() {
  const upstream = await startStreamUpstream();
  const app = await startApp({ OPENAI_API_KEY: "sk-bench", BASE_URL: upstream.url });
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(app.url);
    upstream.prepare(replyOf(tokens), tokensPerSecond);
    await askSeveral(page);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
    await page.waitForTimeout(fromMs);
    const before = await busySeconds(devtools);
    // Do not query the page while the replies grow, because every query would count.
    await page.waitForTimeout(measuredMs);
    const after = await busySeconds(devtools);
    const share = (name) => Math.round((100_000 * (after[name] - before[name])) / measuredMs);
    return [
      {
        name: `main thread of ${models.length} replies of ${tokensPerSecond} tokens a second`,
        unit: " %",
        value: share("TaskDuration"),
        bound: 40,
      },
      ...["ScriptDuration", "RecalcStyleDuration", "LayoutDuration"].map((name) => ({
        name: `of it, ${name}`,
        unit: " %",
        value: share(name),
      })),
    ];
  } finally {
    await browser.close();
    await app.stop();
    await upstream.close();
  }
}

async function askSeveral(page) {
  const box = page.getByRole("textbox", { name: "Message" });
  await box.fill(":several");
  await page.getByRole("option").first().waitFor();
  await box.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Ask several models" });
  await dialog.getByLabel("Message", { exact: true }).fill("stream");
  for (const model of models) {
    await dialog.getByLabel("Search models").fill(model);
    await dialog.getByRole("checkbox", { name: new RegExp(`^${model.replace(".", "\\.")} `) }).check();
  }
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
}

async function busySeconds(devtools) {
  const { metrics } = await devtools.send("Performance.getMetrics");
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}
