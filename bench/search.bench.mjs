import { startApp } from "./app-server.mjs";
import { medianOf, openProfile } from "./browser.mjs";
import { corpusOf, queriesFrom } from "./search-corpus.mjs";

const histories = [
  { messageCount: 20_000, queryCount: 100 },
  { messageCount: 100_000, queryCount: 200 },
];
const messagesPerChat = 40;
const coldCount = 12;
/** A word that occurs in ten chats, in the second message of each. */
const needle = "zanzibarite";

/**
 * Searches 20,000 and 100,000 messages in Chinese, English, Japanese and Arabic. Measures the size of the index, the
 * time to the first results right after a start, whether all matches of a plain scan are found, and the delay of keys
 * while the index is created.
 */
export default async function search() {
  const figures = [];
  for (const history of histories) figures.push(...(await searchIn(history)));
  return figures;
}

async function searchIn({ messageCount, queryCount }) {
  const chats = messageCount / messagesPerChat;
  const texts = corpusOf(messageCount).map((text, place) => {
    const isNeedle = place % messagesPerChat === 1 && Math.floor(place / messagesPerChat) % (chats / 10) === 7;
    return isNeedle ? `${text} ${needle}` : text;
  });
  const queries = queriesFrom(texts, queryCount);
  const app = await startApp({ OPENAI_API_KEY: "sk-bench", BASE_URL: "http://127.0.0.1:9" });
  const { context, close } = await openProfile({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(keepWorkers);
    const box = page.getByRole("textbox", { name: "Message" });
    await page.goto(app.url);
    await box.waitFor();
    await fillTexts(page, texts);

    // The start finds the messages and creates the index; typing is measured meanwhile.
    await page.reload();
    await box.waitFor();
    await page.evaluate(watchTasks);
    const started = performance.now();
    const keys = await typedWhile(page, box, page.evaluate(indexUpdated));
    const indexed = Math.round((performance.now() - started) / 100) / 10;
    const longest = await page.evaluate(() => Math.round(window.longestTask));
    const size = await page.evaluate(sizes);

    await page.goto(`${app.url}/search-chat`);
    await page.getByRole("combobox", { name: "Search all chats" }).waitFor();
    const memory = await withWorker(page, context, async (heap) => {
      await page.evaluate(answersTo, queries.slice(0, 1));
      const answers = await page.evaluate(answersTo, queries);
      return { answers, heap: await heap() };
    });
    const { answers } = memory;
    const scanned = queries.map((query) => scan(texts, query));
    const missed = answers.filter(({ matchCount, chatCount }, place) => {
      const plain = scanned[place];
      return matchCount !== plain.matchCount || chatCount !== plain.chatCount;
    });
    const first = answers.map(({ firstMs }) => firstMs);
    const rare = answers.filter(({ matchCount }) => matchCount < 100).map(({ allMs }) => allMs);

    const cold = [];
    for (let run = 0; run < coldCount; run++) {
      await page.goto(`${app.url}/search-chat`);
      await page.getByRole("combobox", { name: "Search all chats" }).waitFor();
      cold.push(await page.evaluate(typedAndRendered, needle));
    }
    const of = messageCount.toLocaleString("en");
    return [
      {
        name: `index of ${of} messages, share of the text's size`,
        unit: "",
        value: round(size.index / size.text, 2),
        bound: 0.6,
      },
      { name: `${of} messages, text`, unit: " MB", value: round(size.text / 1e6, 1) },
      { name: `${of} messages are indexed in`, unit: " s", value: indexed },
      { name: "longest task of the page's thread meanwhile", unit: " ms", value: longest },
      { name: "a key is rendered meanwhile, 95th percentile", unit: " ms", value: percentile(keys, 0.95), bound: 50 },
      {
        name: `first hit among ${of} right after a start`,
        unit: " ms",
        ...rounded(medianOf(cold.map(({ firstMs }) => firstMs))),
        bound: 100,
      },
      {
        name: `all ten hits among ${of} right after a start`,
        unit: " ms",
        ...rounded(medianOf(cold.map(({ allMs }) => allMs))),
        bound: 200,
      },
      { name: "first results, median", unit: " ms", ...rounded(medianOf(first)) },
      { name: "first results, 95th percentile", unit: " ms", value: percentile(first, 0.95), bound: 100 },
      { name: "all of up to 100 results, 95th percentile", unit: " ms", value: percentile(rare, 0.95) },
      { name: `memory of the worker with ${of} messages`, unit: " MB", value: round(memory.heap / 1e6, 1), bound: 60 },
      {
        name: `of ${queryCount} searches, found otherwise than by a plain scan`,
        unit: "",
        value: missed.length,
        bound: 0,
      },
    ];
  } finally {
    await close();
    await app.stop();
  }
}

function round(value, digits) {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}

function rounded({ value, spread }) {
  return { value: Math.round(value), spread: spread.map(Math.round) };
}

function percentile(values, share) {
  const sorted = values.toSorted((one, other) => one - other);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
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

/**
 * Calls `work` with a function that returns the used memory of the page's worker after a garbage collection, typed
 * arrays included, in bytes.
 */
async function withWorker(page, context, work) {
  const session = await context.newCDPSession(page);
  const workers = [];
  const waiting = new Map();
  session.on("Target.attachedToTarget", ({ sessionId }) => workers.push(sessionId));
  session.on("Target.receivedMessageFromTarget", ({ message }) => {
    const { id, result } = JSON.parse(message);
    waiting.get(id)?.(result);
  });
  await session.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  function call(sessionId, method) {
    const id = waiting.size + 1;
    const answer = new Promise((resolve) => waiting.set(id, resolve));
    const message = JSON.stringify({ id, method });
    // Workers of earlier pages have ended.
    session.send("Target.sendMessageToTarget", { sessionId, message }).catch(() => waiting.get(id)?.(undefined));
    return answer;
  }
  try {
    return await work(async () => {
      const sizes = [];
      for (const worker of workers) {
        await call(worker, "HeapProfiler.collectGarbage");
        const { usedSize = 0, backingStorageSize = 0 } = (await call(worker, "Runtime.getHeapUsage")) ?? {};
        sizes.push(usedSize + backingStorageSize);
      }
      return Math.max(...sizes);
    });
  } finally {
    await session.detach();
  }
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

/** In the page: returns the bytes of the texts and of the index as they are stored: two per character beyond Latin-1. */
async function sizes() {
  const database = await new Promise((resolve) => {
    const opening = indexedDB.open("parley");
    opening.onsuccess = () => resolve(opening.result);
  });
  const read = (store, range, count) =>
    new Promise((resolve) => {
      const reading = database.transaction(store).objectStore(store).getAll(range, count);
      reading.onsuccess = () => resolve(reading.result);
    });
  const bytesOf = (text) => (/[^\0-\xff]/.test(text) ? 2 : 1) * text.length;
  let text = 0;
  let range;
  for (;;) {
    const rows = await read("messages", range, 2_000);
    if (rows.length === 0) break;
    for (const { content } of rows) text += bytesOf(content);
    range = IDBKeyRange.lowerBound(rows.at(-1).id, true);
  }
  let index = 0;
  for (const { ids, ends, signatures, words } of await read("searchIndex", IDBKeyRange.lowerBound(0))) {
    if (!ids) continue;
    index += signatures.byteLength + 4 * ends.length + bytesOf(words);
    for (const id of ids) index += 2 + bytesOf(id);
  }
  database.close();
  return { text, index };
}

/** In the page: keeps references to the search workers, and notes when one has updated the index. */
function keepWorkers() {
  const Native = window.Worker;
  window.Worker = class extends Native {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => {
        if (data?.type === "updated") window.isIndexed = true;
      });
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

/** In the page: resolves once the index contains all messages. */
async function indexUpdated() {
  while (!window.isIndexed) await new Promise((resolve) => setTimeout(resolve, 20));
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
    times.push(await page.evaluate(timeToRender, "x"));
    await page.waitForTimeout(60);
  }
  await ending;
  await box.fill("");
  return times;
}

/** In the page: types a letter into the focused field. Returns the milliseconds until it was rendered. */
function timeToRender(letter) {
  return new Promise((resolve) => {
    const start = performance.now();
    document.execCommand("insertText", false, letter);
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
  });
}

/** In the page: runs one query after the other. Returns the results, and the milliseconds to the first and to all. */
async function answersTo(queries) {
  const line = 900_002;
  const thread = window.searchThread;
  const answers = [];
  window.lastQuery ??= 0;
  for (const words of queries) {
    window.lastQuery += 1;
    const number = window.lastQuery;
    const start = performance.now();
    let firstMs;
    const answering = new Promise((resolve) => {
      thread.addEventListener("message", function hear({ data }) {
        if (data.line !== line || data.number !== number) return;
        const { chats, isComplete } = data.results;
        if (chats.length > 0) firstMs ??= performance.now() - start;
        if (!isComplete) return;
        thread.removeEventListener("message", hear);
        resolve(data.results);
      });
    });
    thread.postMessage({ type: "search", line, number, search: { words, filter: {}, most: 12 } });
    const { matchCount, chatCount } = await answering;
    const allMs = performance.now() - start;
    answers.push({ firstMs: firstMs ?? allMs, allMs, matchCount, chatCount });
  }
  thread.postMessage({ type: "close", line });
  return answers;
}

/** In the page: types a word into the search field. Returns the milliseconds until one and ten results are rendered. */
async function typedAndRendered(words) {
  const field = document.querySelector('search input[role="combobox"]');
  field.focus();
  const start = performance.now();
  let firstMs;
  const done = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const count = document.querySelectorAll('search [role="option"] mark').length;
      if (count > 0) firstMs ??= performance.now() - start;
      if (count < 10) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(resolve));
    });
    observer.observe(document.body, { subtree: true, childList: true });
  });
  document.execCommand("insertText", false, words);
  await done;
  return { firstMs, allMs: performance.now() - start };
}
