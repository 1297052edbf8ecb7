import { startApp } from "./app-server.mjs";
import { medianOf, openBrowser } from "./browser.mjs";
import { corpusOf, queriesFrom } from "./search-corpus.mjs";

const messageCount = 100_000;
const messagesPerChat = 40;
const queryCount = 400;
const typedCount = 40;
const longWait = { timeout: 300_000 };

/**
 * Searches 100,000 messages in Chinese, English, Japanese and Arabic. Measures the time to the first results, whether
 * all matches of a plain scan are found, and the delay of keys while everything is being read.
 */
export default async function search() {
  const texts = corpusOf(messageCount);
  const queries = queriesFrom(texts, queryCount);
  const app = await startApp({ OPENAI_API_KEY: "sk-bench", BASE_URL: "http://127.0.0.1:9" });
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript(keepWorkers);
    await page.goto(app.url);
    await page.getByRole("textbox", { name: "Message" }).waitFor();
    await fillTexts(page, texts);
    await page.reload();
    const box = page.getByRole("textbox", { name: "Message" });
    await box.waitFor();
    await page.waitForTimeout(3_000);

    // The palette is opened, which starts the worker, and closed again; typing is measured meanwhile.
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Command palette" }).waitFor();
    await page.keyboard.press("Escape");
    await page.evaluate(watchTasks);
    const started = performance.now();
    const keys = await typedWhile(page, box, page.evaluate(readAll));
    const read = Math.round((performance.now() - started) / 100) / 10;
    const longest = await page.evaluate(() => Math.round(window.longestTask));
    await box.fill("");

    const answers = await page.evaluate(answersTo, queries);
    const scanned = queries.map((query) => scan(texts, query));
    const missed = answers.filter(({ matchCount, chatCount }, place) => {
      const plain = scanned[place];
      return matchCount !== plain.matchCount || chatCount !== plain.chatCount;
    });

    await page.goto(`${app.url}/search-chat`);
    await page.getByRole("combobox", { name: "Search all chats" }).waitFor();
    await page.evaluate(readAll);
    const typed = [];
    for (const query of queries.slice(0, typedCount)) typed.push(await typedAndDrawn(page, query));
    const count = messageCount.toLocaleString("en");
    return [
      { name: `${count} messages are read in`, unit: " s", value: read },
      { name: "longest task of the page's thread meanwhile", unit: " ms", value: longest },
      { name: "a key is drawn meanwhile, 95th percentile", unit: " ms", value: percentile(keys, 0.95), bound: 50 },
      {
        name: "first results, 95th percentile",
        unit: " ms",
        value: percentile(
          answers.map(({ ms }) => ms),
          0.95,
        ),
        bound: 50,
      },
      { name: "first results, median", unit: " ms", ...rounded(medianOf(answers.map(({ ms }) => ms))) },
      { name: "typed and drawn, 95th percentile", unit: " ms", value: percentile(typed, 0.95), bound: 100 },
      {
        name: `of ${queryCount} searches, found otherwise than by a plain scan`,
        unit: "",
        value: missed.length,
        bound: 0,
      },
    ];
  } finally {
    await browser.close();
    await app.stop();
  }
}

function rounded({ value, spread }) {
  return { value: Math.round(value), spread: spread.map(Math.round) };
}

function percentile(values, share) {
  const sorted = values.toSorted((one, other) => one - other);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]);
}

/** Scans every text: returns the number of messages that contain the query, and of their chats. */
function scan(texts, query) {
  const wanted = query.toLowerCase();
  const found = texts.flatMap((text, place) => (text.includes(wanted) ? [place] : []));
  return {
    matchCount: found.length,
    chatCount: new Set(found.map((place) => Math.floor(place / messagesPerChat))).size,
  };
}

/** Writes the texts as chats directly to the database, some thousand at a time. */
async function fillTexts(page, texts) {
  const part = 100 * messagesPerChat;
  for (let start = 0; start < texts.length; start += part) {
    await page.evaluate(writeChats, { texts: texts.slice(start, start + part), start, messagesPerChat });
  }
}

/** In the page: writes chats whose titles contain no letters, so that only messages match. */
async function writeChats({ texts, start, messagesPerChat: perChat }) {
  const database = await new Promise((resolve, reject) => {
    const opening = indexedDB.open("parley");
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const now = Date.now();
  const transaction = database.transaction(["sessions", "messages"], "readwrite");
  for (const [place, content] of texts.entries()) {
    const at = start + place;
    const chat = Math.floor(at / perChat);
    const date = now - at * 1_000;
    if (at % perChat === 0) {
      const mask = {
        id: `mask-${chat}`,
        createdAt: now,
        avatar: "gpt-bot",
        name: "",
        context: [],
        syncGlobalConfig: true,
      };
      transaction.objectStore("sessions").put({
        id: `chat-${chat}`,
        topic: `${chat}`,
        memoryPrompt: "",
        lastUpdate: date,
        lastSummarizeIndex: 0,
        mask: { ...mask, modelConfig: {}, lang: "en", builtin: false, plugin: [] },
        messageCount: perChat,
        order: date,
      });
    }
    transaction.objectStore("messages").put({
      id: `message-${at}`,
      sessionId: `chat-${chat}`,
      seq: (at % perChat) + 1,
      role: at % 2 === 0 ? "user" : "assistant",
      content,
      date,
    });
  }
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onerror = () => reject(transaction.error);
  });
  database.close();
}

/** In the page: keeps references to workers. */
function keepWorkers() {
  const Native = window.Worker;
  window.Worker = class extends Native {
    constructor(...given) {
      super(...given);
      window.searchThread = this;
    }
  };
}

function watchTasks() {
  window.longestTask = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longestTask = Math.max(window.longestTask, duration);
  }).observe({ type: "longtask" });
}

/** In the page: resolves once all messages have been read. */
function readAll() {
  const line = 900_001;
  return new Promise((resolve) => {
    const thread = window.searchThread;
    thread.addEventListener("message", function hear({ data }) {
      if (data.line !== line || !data.results.isComplete) return;
      thread.removeEventListener("message", hear);
      thread.postMessage({ type: "close", line });
      resolve();
    });
    thread.postMessage({ type: "search", line, number: 1, search: { words: "9", filter: {}, most: 1 } });
  });
}

/** Types in the message box until a promise resolves. Returns the time until each key was rendered. */
async function typedWhile(page, box, done) {
  let isDone = false;
  const ending = done.then(() => {
    isDone = true;
  });
  await box.focus();
  const times = [];
  while (!isDone) {
    times.push(await page.evaluate(timeToDraw, "x"));
    await page.waitForTimeout(60);
  }
  await ending;
  return times;
}

/** In the page: types a letter into the focused field. Returns the milliseconds until it was rendered. */
function timeToDraw(letter) {
  return new Promise((resolve) => {
    const start = performance.now();
    document.execCommand("insertText", false, letter);
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
  });
}

/** In the page: runs one query after the other. Returns the results and the milliseconds of each. */
async function answersTo(queries) {
  const line = 900_002;
  const thread = window.searchThread;
  const answers = [];
  for (const [number, words] of queries.entries()) {
    const start = performance.now();
    const answering = new Promise((resolve) => {
      thread.addEventListener("message", function hear({ data }) {
        if (data.line !== line || data.number !== number) return;
        thread.removeEventListener("message", hear);
        resolve(data.results);
      });
    });
    thread.postMessage({ type: "search", line, number, search: { words, filter: {}, most: 12 } });
    const { matchCount, chatCount } = await answering;
    answers.push({ ms: performance.now() - start, matchCount, chatCount });
  }
  return answers;
}

/** Types a query into the search field. Returns the milliseconds until its first result was rendered. */
async function typedAndDrawn(page, query) {
  const field = page.getByRole("combobox", { name: "Search all chats" });
  await field.fill("");
  await page.getByRole("listbox", { name: "Results" }).waitFor({ state: "detached", ...longWait });
  return page.evaluate(async (words) => {
    const drawn = new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        if (!document.querySelector('[role="listbox"] mark')) return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(resolve));
      });
      observer.observe(document.body, { subtree: true, childList: true });
    });
    document.activeElement.focus();
    const start = performance.now();
    document.execCommand("insertText", false, words);
    await drawn;
    return performance.now() - start;
  }, query);
}
