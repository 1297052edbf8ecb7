import { appendFileSync } from "node:fs";
import type { BrowserContext, Page } from "@playwright/test";
import { type Acting, type ActResult, chooseAct, marksIn, shownChat, type Tab, textMaker } from "./support/acts";
import { expect, messageBox, test } from "./support/fixtures";
import { killableBrowser } from "./support/killable-browser";
import { seededRandom } from "./support/kills";
import { readStored, type Stored, shownOf } from "./support/stored-records";

/** Number of runs, and of acts in each: RUNS=10 ACTS=200 is the long run. SEED is the seed of the first run. */
const runs = Number(process.env.RUNS ?? 1);
const actsPerRun = Number(process.env.ACTS ?? 20);
const firstSeed = Number(process.env.SEED ?? 1);
const tabCount = 4;
/** Acts to try until one finds something to act on. */
const maxTries = 8;
/** Maximum pause between two acts, and the time that an act waits for an element. */
const maxPauseMs = 400;
const actTimeoutMs = 3000;
/** Time that the replies to the last acts have before their tabs close. */
const settlingMs = 4000;

test.describe.configure({ timeout: 60_000 + runs * actsPerRun * 3000 });

/** One line of the log. */
interface Entry extends ActResult {
  readonly at: number;
  readonly tab: number;
  readonly act: string;
  readonly chat?: string;
  /** The marks of texts that the message box held before the act or after it. */
  readonly box?: readonly string[];
  readonly ms?: number;
}

for (let run = 1; run <= runs; run++) {
  test(`random acts in four tabs lose no text that was sent, and send none twice (run ${run})`, async ({
    app,
    launchOptions,
    storageState,
  }) => {
    const { seed, random } = seededRandom(firstSeed + run - 1);
    const logFile = test.info().outputPath(`acts-${seed}.jsonl`);
    const entries: Entry[] = [];
    const startedAt = performance.now();
    function log(entry: Omit<Entry, "at">): void {
      const whole = { at: Math.round(performance.now() - startedAt), ...entry };
      entries.push(whole);
      appendFileSync(logFile, `${JSON.stringify(whole)}\n`);
    }

    const browser = await killableBrowser(launchOptions, storageState);
    try {
      const first = await browser.start(app.url);
      const context = first.context();
      await context.addInitScript(reportNotices);
      context.setDefaultTimeout(actTimeoutMs);
      const tabs: Tab[] = [{ number: 0, page: first }];
      listen(tabs[0] as Tab, log);
      await first.reload();
      for (let number = 1; number < tabCount; number++) tabs.push(await openTab(context, number, app.url, log));
      const acting: Acting = {
        random,
        newText: textMaker(random),
        async reopen(tab, path = "") {
          await tab.page.close();
          tab.page = await context.newPage();
          listen(tab, log);
          await tab.page.goto(app.url + path, { waitUntil: "commit" });
        },
      };

      for (let done = 0; done < actsPerRun; ) {
        const crowd = random();
        const count = crowd < 0.6 ? 1 : crowd < 0.85 ? 2 : 3;
        const chosen = shuffled(tabs, random).slice(0, count);
        await Promise.all(chosen.map((tab) => doOne(tab, acting, log)));
        done += count;
        await first
          .context()
          .pages()[0]
          ?.waitForTimeout(random() * maxPauseMs);
      }
      await tabs[0]?.page.waitForTimeout(settlingMs);
      for (const { page } of tabs) await page.close();
      await browser.end();

      const page = await browser.start(app.url);
      await openAllChats(page);
      // Replies of closed tabs are ended a moment after their chat was opened.
      await expect
        .poll(async () => unfinishedIn(await readStored(page)))
        .toEqual([])
        .catch(() => undefined);
      const stored = await readStored(page);
      log({ tab: -1, act: "stored", note: JSON.stringify(stored) });
      const faults = faultsOf(entries, stored);
      for (const fault of faults) log({ tab: -1, act: "fault", note: fault });
      expect(faults, `seed ${seed}, log ${logFile}`).toEqual([]);
    } finally {
      await browser.remove();
      const sent = entries.flatMap((entry) => marksIn(entry.sent ?? "")).length;
      console.info(`acts: seed ${seed}, ${entries.filter(({ tab }) => tab >= 0).length} entries, ${sent} texts sent`);
    }
  });
}

async function openTab(context: BrowserContext, number: number, url: string, log: Log): Promise<Tab> {
  const tab = { number, page: await context.newPage() };
  listen(tab, log);
  await tab.page.goto(url);
  return tab;
}

type Log = (entry: Omit<Entry, "at">) => void;

/** Logs the notices of a page, the errors and warnings of its console, and its crash. */
function listen({ number, page }: Tab, log: Log): void {
  page.on("console", (message) => {
    const text = message.text();
    if (text.startsWith("notice: ")) log({ tab: number, act: "notice", note: text.slice(8) });
    else if (/^(error|warning)$/.test(message.type()) && !ignoredNotes.test(text)) {
      log({ tab: number, act: `console ${message.type()}`, note: text });
    }
  });
  page.on("pageerror", (error) => log({ tab: number, act: "page error", note: String(error.stack ?? error) }));
  page.on("crash", () => log({ tab: number, act: "crash" }));
}

/** In the page: reports each toast and banner to the console. */
function reportNotices(): void {
  const seen = new WeakSet<Node>();
  new MutationObserver((records) => {
    for (const { addedNodes } of records) {
      for (const node of addedNodes) {
        if (!(node instanceof HTMLElement) || seen.has(node)) continue;
        seen.add(node);
        const alert = node.closest("[role=alert]") ?? node.querySelector("[role=alert]");
        if (alert?.textContent) console.info(`notice: ${alert.textContent}`);
      }
    }
  }).observe(document, { childList: true, subtree: true });
}

async function doOne(tab: Tab, acting: Acting, log: Log): Promise<void> {
  const begun = performance.now();
  const unknown = { chat: "?", box: "" };
  const before = await shownChat(tab.page).catch(() => unknown);
  let [act, perform] = chooseAct(acting.random);
  let result: ActResult = {};
  for (let tries = 0; tries < maxTries; tries++) {
    result = await perform(tab, acting).catch((thrown: unknown) => ({
      note: `failed: ${String(thrown).split("\n")[0]}`,
    }));
    if (!result.isNothing) break;
    [act, perform] = chooseAct(acting.random);
  }
  const after = await shownChat(tab.page).catch(() => unknown);
  const chat = before.chat === after.chat ? before.chat : `${before.chat} > ${after.chat}`;
  const box = marksIn(`${before.box} ${after.box}`);
  log({ tab: tab.number, act, chat, box, ms: Math.round(performance.now() - begun), ...result });
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((each) => ({ each, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ each }) => each);
}

/** Opens each chat of the list, which ends the replies of closed tabs. */
async function openAllChats(page: Page): Promise<void> {
  await expect(messageBox(page)).toBeVisible();
  const links = page.getByRole("navigation", { name: "Chats" }).getByRole("link");
  await expect(links.first()).toBeVisible();
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  for (const href of hrefs) {
    await page.locator(`nav a[href="${href}"]`).click();
    await expect(page.locator("[data-chat-screen]")).toBeVisible();
  }
}

/** Returns the faults in what is stored after a run. */
function faultsOf(entries: readonly Entry[], stored: Stored): string[] {
  const faults: string[] = [];
  const accepted = new Map<string, Entry>();
  const acceptedCounts = new Map<string, number>();
  for (const entry of entries) {
    for (const mark of marksIn(entry.sent ?? "")) {
      accepted.set(mark, entry);
      acceptedCounts.set(mark, (acceptedCounts.get(mark) ?? 0) + 1);
    }
  }
  // Tabs that have read the same draft do not hear that one of them has sent it.
  const drafted = new Set(entries.flatMap(({ box = [] }) => box));
  const removed = new Set(entries.flatMap((entry) => marksIn(entry.removed ?? "")));
  const heads = new Set(stored.sessions.map(({ id }) => id));
  for (const { id, sessionId } of stored.messages) {
    if (!heads.has(sessionId)) faults.push(`message ${id} has no chat ${sessionId}`);
  }
  for (const [mark, { at, tab, act, chat }] of accepted) {
    const rows = stored.messages.filter(({ role, text }) => role === "user" && text.includes(mark));
    const texts = stored.texts.filter(({ text }) => text.includes(mark));
    const places = new Set([...rows.map(() => "chat"), ...texts.map(({ key }) => key.replace(draftKeys, "draft"))]);
    const about = `${mark} (${act} at ${at} in tab ${tab}, chat ${chat})`;
    if (places.size === 0 && !removed.has(mark)) faults.push(`${about} is lost`);
    const chats = rows.map(({ sessionId }) => sessionId);
    const count = Math.max(0, ...chats.map((id) => chats.filter((other) => other === id).length));
    if (count > (acceptedCounts.get(mark) ?? 0)) faults.push(`${about} stands ${count} times in a chat`);
    // A tab that closes right after a message was sent may leave it in two places, never in none.
    if (places.size > 1 && act !== "send and leave" && !drafted.has(mark)) {
      faults.push(`${about} is in more than one place: ${[...places].join(", ")}`);
    }
  }
  for (const { id } of stored.sessions) {
    const sent = shownOf(stored, id).flatMap(({ role, text }) => (role === "user" ? marksIn(text) : []));
    for (const [index, mark] of sent.entries()) {
      const entry = accepted.get(mark);
      const next = accepted.get(sent[index + 1] ?? "");
      if (!entry || !next || entry.mayWait || next.mayWait || entry.tab !== next.tab) continue;
      if (next.at < entry.at) faults.push(`${mark} stands before ${sent[index + 1]} in ${id}, and was sent after it`);
    }
  }
  faults.push(...unfinishedIn(stored));
  if (stored.unreadable > 0) faults.push(`${stored.unreadable} records are unreadable`);
  for (const { at, tab, act, note = "" } of entries) {
    const isUnexpected = /^(notice|console error|page error)$/.test(act) && !expectedNotes.test(note);
    if (isUnexpected) faults.push(`${act} at ${at} in tab ${tab}: ${note}`);
  }
  return faults;
}

/** Returns the replies that have not ended. Those of deleted chats are skipped: nobody can open them. */
function unfinishedIn({ sessions, messages, growth }: Stored): string[] {
  const chats = new Set(sessions.filter(({ deletedAt }) => deletedAt === undefined).map(({ id }) => id));
  const inDeleted = new Set(messages.filter(({ sessionId }) => !chats.has(sessionId)).map(({ id }) => id));
  return [
    ...growth.filter(({ messageId }) => !inDeleted.has(messageId)).map(({ messageId }) => `${messageId} has growth`),
    ...messages.filter(({ id, streaming }) => streaming && !inDeleted.has(id)).map(({ id }) => `${id} still grows`),
  ];
}

/** The keys of the two places of a draft. */
const draftKeys = /^(unfinished-input|draft)-/;

/** What the browser says of the service worker, which this suite blocks. */
const ignoredNotes = /Service Worker registration blocked|will not open without a network/;

/** Failures that the provider was asked for, and what the browser says of them. */
const expectedNotes =
  /^Failed to load resource|Too many requests|overloaded|The connection failed|sent an empty response/;
