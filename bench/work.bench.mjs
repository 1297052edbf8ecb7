import { startApp } from "./app-server.mjs";
import { medianOf, openBrowser } from "./browser.mjs";
import { filter, scrollThrough, twoFrames, workOf } from "./chat-list.mjs";
import { fillHistory, fillProjects } from "./history.mjs";
import { replyOf } from "./stream-reply.mjs";
import { startStreamUpstream } from "./stream-upstream.mjs";

const models = ["gpt-4o-mini", "gpt-4o", "gpt-4.1", "gpt-4.1-mini", "gpt-4.1-nano", "o4-mini"];
const tokensPerSecond = 100;
const tokens = 2_000;
/** Without the first seconds, in which code is loaded. */
const fromMs = 3_000;
const measuredMs = 14_000;

/** The chat list, and a chat whose request is inspected. */
const list = { chats: 10_000, messagesPerChat: 2, projects: 200, tags: 50 };
const inspected = { chats: 1, messagesPerChat: 400 };
/** Typed one character at a time after the prefix that searches only chats. */
const filtered = ["#chat 99", '#project:"Project 7" ', '#tag:"tag 7" '];
const openings = 5;

/** Processor time of the thread, so that other programs do not affect it. */
const processorTime = { timeDomain: "threadTicks" };

/** Measures replies side by side, the list of chats in projects, and the parts of a request. */
export default async function work() {
  const upstream = await startStreamUpstream();
  const app = await startApp({ OPENAI_API_KEY: "sk-bench", BASE_URL: upstream.url });
  const browser = await openBrowser();
  try {
    return [
      ...(await sideBySide(await openPage(browser, app), upstream)),
      ...(await chatList(await openPage(browser, app))),
      ...(await inspector(await openPage(browser, app), app)),
    ];
  } finally {
    await browser.close();
    await app.stop();
    await upstream.close();
  }
}

/** Opens the app with an empty profile. */
async function openPage(browser, app) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(app.url);
  await page.getByRole("textbox", { name: "Message" }).waitFor();
  return page;
}

async function measuring(page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable", processorTime);
  return devtools;
}

/** Measures the share of the main thread that six replies take while they are written. */
async function sideBySide(page, upstream) {
  upstream.prepare(replyOf(tokens), tokensPerSecond);
  await askSeveral(page);
  const devtools = await measuring(page);
  await page.waitForTimeout(fromMs);
  const before = await workOf(devtools);
  // Do not query the page while the replies grow, because every query would count.
  await page.waitForTimeout(measuredMs);
  const after = await workOf(devtools);
  const share = (kind) => Math.round((100 * (after[kind] - before[kind])) / measuredMs);
  await page.context().close();
  return [
    {
      name: `main thread of ${models.length} replies of ${tokensPerSecond} tokens a second`,
      unit: " %",
      value: share("all"),
      bound: 40,
    },
    { name: "script, style and layout of it", unit: " %", value: share("own") },
  ];
}

/** Measures a scroll through the list of chats in unfolded projects, and filtering with operators. */
async function chatList(page) {
  await fillHistory(page, list);
  await fillProjects(page, list.projects);
  await page.reload();
  await page.getByRole("navigation", { name: "Chats" }).getByRole("link").nth(5).waitFor();
  // Preloading must not fall into the measurement.
  await page.waitForTimeout(3000);
  const devtools = await measuring(page);
  const scroll = await scrollThrough(page, devtools);
  const keys = await filter(page, devtools, filtered);
  await page.context().close();
  const size = `${list.chats.toLocaleString("en")} chats in ${list.projects} projects with ${list.tags} tags`;
  return [
    { name: `main thread a frame, ${size} scrolled`, unit: " ms", value: scroll.mean, bound: 16.6 },
    { name: "rows in the page meanwhile", unit: "", value: scroll.rows, bound: 100 },
    { name: "rows missing in sight", unit: "", value: scroll.missing, bound: 0 },
    { name: "script, style and layout of a key, filtered, 95 of 100", unit: " ms", value: keys, bound: 16 },
  ];
}

/** Measures the main thread's work to open the parts of a request. */
async function inspector(page, app) {
  await fillHistory(page, inspected);
  await page.goto(`${app.url}/chat?id=chat-0`);
  await page.getByRole("log").getByRole("article").last().waitFor();
  await page.waitForTimeout(2000);
  const devtools = await measuring(page);
  const times = [];
  // The first opening loads the code.
  for (let run = 0; run <= openings; run++) times.push(await openInspector(page, devtools));
  await page.context().close();
  const { value, spread } = medianOf(times.slice(1));
  return [
    {
      name: `main thread to open the parts of a request, ${inspected.messagesPerChat} messages`,
      unit: " ms",
      value: Math.round(value),
      spread: spread.map(Math.round),
      bound: 100,
    },
  ];
}

async function openInspector(page, devtools) {
  await page.getByRole("textbox", { name: "Message" }).fill("And low tide?");
  const tokens = page.getByRole("button", { name: /^~[\d,]+ tokens/ });
  await tokens.waitFor();
  const before = (await workOf(devtools)).all;
  // In the page: a locator by role would search the page on the same thread.
  await tokens.evaluate(async (button) => {
    button.click();
    while (!document.querySelector("[data-testid=request-body]")) await new Promise(requestAnimationFrame);
  });
  await page.evaluate(twoFrames);
  const time = (await workOf(devtools)).all - before;
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "What is sent" }).waitFor({ state: "detached" });
  return time;
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
