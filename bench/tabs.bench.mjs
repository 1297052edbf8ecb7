import { once } from "node:events";
import { createServer } from "node:http";
import { startApp } from "./app-server.mjs";
import { medianOf, openProfile } from "./browser.mjs";

const tabCount = 4;
/** Time that the tabs write to separate chats, and then to one chat, in milliseconds. */
const writingMs = 30_000;
/** Time that they then write at a pace that leaves time to render, and the pause after each reply, in milliseconds. */
const pacedMs = 15_000;
const pauseMs = 1_000;
/** Time after the last reply after which a missing message counts as a difference, in milliseconds. */
const settlingMs = 5_000;

/**
 * Writes in four tabs of one profile at once, first to separate chats and then to one chat shown in all tabs. Counts
 * lost messages and differences at the end, and measures the delay between tabs.
 */
export default async function tabs() {
  const upstream = await startEcho();
  const app = await startApp({ OPENAI_API_KEY: "sk-bench", BASE_URL: upstream.url });
  const { context, close } = await openProfile({ viewport: { width: 1440, height: 900 } });
  try {
    await context.addInitScript(watchMessages);
    const pages = [];
    for (let tab = 0; tab < tabCount; tab++) pages.push(await newTab(await openWindow(context, tab), app.url, tab));
    const own = await writeAtOnce(pages, "own");
    for (const page of pages) await page.getByRole("link", { name: "own 0 0" }).click();
    const shared = await writeAtOnce(pages, "shared");
    const paced = await writeAtOnce(pages, "paced", pacedMs, pauseMs);
    await pages[0].waitForTimeout(settlingMs);
    const shown = await Promise.all(pages.map(shownIn));
    const seen = await Promise.all(pages.map((page) => page.evaluate(() => window.seen)));
    await pages[0].reload();
    await pages[0].getByRole("log").waitFor();
    // The end of the chat is rendered in steps.
    await pages[0].waitForTimeout(settlingMs);
    const stored = await pages[0].evaluate(readStored);
    const calm = medianOf(delaysOf(seen, "paced"));
    const crowded = medianOf(delaysOf(seen, "shared"));
    const asked = [...own, ...shared, ...paced];
    return [
      { name: "questions asked by four tabs at once", unit: "", value: asked.length },
      { name: "lost or doubled questions and replies", unit: "", value: lostOf(asked, stored), bound: 0 },
      { name: "tabs that show something else in the end", unit: "", value: differing(shown), bound: 0 },
      {
        name: "shown otherwise after a reload",
        unit: "",
        value: differing([shown[0], await shownIn(pages[0])]),
        bound: 0,
      },
      {
        name: "a message shows in another tab after, each tab asking once a second",
        unit: " ms",
        value: Math.round(calm.value),
        spread: calm.spread.map(Math.round),
        bound: 500,
      },
      {
        name: "the same while all tabs ask as fast as they are answered, on all of the computer",
        unit: " ms",
        value: Math.round(crowded.value),
        spread: crowded.spread.map(Math.round),
        bound: 500,
      },
    ];
  } finally {
    await close();
    await app.stop();
    await upstream.close();
  }
}

/** Opens a tab in a separate window, because browsers throttle hidden tabs under load. */
async function openWindow(context, tab) {
  const [first] = context.pages();
  if (tab === 0 && first) return first;
  const page = await context.newCDPSession(first);
  const opened = context.waitForEvent("page");
  await page.send("Target.createTarget", { url: "about:blank", newWindow: true });
  return opened;
}

/** Opens a new chat in a tab and sends a first message. */
async function newTab(page, url, tab) {
  await page.goto(url);
  await page.getByRole("textbox", { name: "Message" }).waitFor();
  if (tab > 0) await page.keyboard.press("Control+Shift+O");
  await ask(page, `own ${tab} 0`);
  return page;
}

/** Sends messages in each tab as fast as they are answered. Returns the messages. */
async function writeAtOnce(pages, kind, ms = writingMs, pause = 0) {
  const end = performance.now() + ms;
  const asked = [];
  await Promise.all(
    pages.map(async (page, tab) => {
      for (let round = 1; performance.now() < end; round++) {
        asked.push(`${kind} ${tab} ${round}`);
        await ask(page, asked.at(-1) ?? "");
        await page.waitForTimeout(pause);
      }
    }),
  );
  return asked;
}

async function ask(page, text) {
  const box = page.getByRole("textbox", { name: "Message" });
  await box.fill(text);
  await box.press("Enter");
  // The same text is in a live region elsewhere.
  await page.getByRole("log").getByText(`You said: ${text}.`).waitFor();
  await page.getByRole("button", { name: "Stop" }).waitFor({ state: "detached" });
}

/** Number of messages that each tab surely renders at the end of a chat. */
const drawn = 30;

/** Returns the end of the open chat, and the list of chats with their numbers of messages. */
async function shownIn(page) {
  const texts = await page.getByRole("log").getByRole("article").allTextContents();
  const chats = await page.getByRole("navigation", { name: "Chats" }).getByRole("link").allTextContents();
  return JSON.stringify([texts.slice(-drawn), chats]);
}

function differing(shown) {
  return shown.filter((each) => each !== shown[0]).length;
}

/** Counts the questions and replies that are not stored exactly once. */
function lostOf(asked, stored) {
  const counts = new Map();
  for (const text of stored) counts.set(text, (counts.get(text) ?? 0) + 1);
  return asked.flatMap((text) => [text, `You said: ${text}.`]).filter((text) => counts.get(text) !== 1).length;
}

/** Returns the delay after which each question of the shared chat was shown in the other tabs. */
function delaysOf(seen, kind) {
  const texts = new Set(seen.flatMap((times) => Object.keys(times)).filter((text) => text.startsWith(kind)));
  return [...texts].flatMap((text) => {
    const times = seen.flatMap((each) => each[text] ?? []).sort((one, other) => one - other);
    return times.slice(1).map((time) => time - times[0]);
  });
}

/** In the page: records when each question of the shared chat is first rendered, on the clock that all tabs share. */
function watchMessages() {
  window.seen = {};
  function look() {
    for (const article of document.querySelectorAll("[role=log] article")) {
      const text = article.querySelector("p")?.textContent ?? "";
      if (/^(shared|paced) /.test(text)) window.seen[text] ??= performance.timeOrigin + performance.now();
    }
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
}

/** In the page: reads the text of every stored message directly from the database. */
async function readStored() {
  const settled = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const database = await settled(indexedDB.open("parley"));
  const rows = await settled(database.transaction("messages").objectStore("messages").getAll());
  database.close();
  return rows.map(({ content }) => content);
}

/** Starts a provider that echoes every question at once. */
async function startEcho() {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { messages, stream } = JSON.parse(body);
    // A title is requested after each first reply. It is the first question, by which the chat is found.
    if (!stream) {
      const question = messages.find(({ role }) => role === "user").content;
      const title = { role: "assistant", content: question.replace(/\d+$/, "0") };
      response.writeHead(200, { "content-type": "application/json" });
      return void response.end(JSON.stringify({ choices: [{ index: 0, message: title, finish_reason: "stop" }] }));
    }
    const content = `You said: ${messages.at(-1).content}.`;
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(
      `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: "stop" }] })}\n\n`,
    );
    response.end("data: [DONE]\n\n");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
