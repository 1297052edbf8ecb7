import type { Page } from "@playwright/test";
import { expect, messageBox, messages, newChat, replyEnded, send, test } from "./support/fixtures";
import { killableBrowser } from "./support/killable-browser";
import { chatsPerHistory, countStored, kills, messagesPerChat, orderImport, seededRandom } from "./support/kills";
import { storedReplies } from "./support/stored-replies";

/** What was on screen for so long before the end is there again: a second, and the time that changes are gathered. */
const keptAfterMs = 1400;
/** The latest moment of a kill, counted from the question, from the order to import, and from that to clear. */
const latestMs = { reply: 3000, import: 500, clear: 120 };

/** How long a start is left alone before its maintenance begins. */
const settledMs = 10_000;

test.describe.configure({ timeout: 60_000 + kills * 30_000 });

/** What stood on screen at a moment: the text of each message, from the first. */
interface Seen {
  readonly at: number;
  readonly texts: readonly string[];
}

test("a browser that is killed while replies stream restores everything that was on screen", async ({
  app,
  launchOptions,
  storageState,
}) => {
  const { seed, random } = seededRandom();
  const browser = await killableBrowser(launchOptions, storageState);
  const losses: number[] = [];
  let total = 0;
  try {
    let page = await browser.start(app.url);
    for (let round = 1; round <= kills; round++) {
      const about = `seed ${seed}, round ${round}`;
      const seen = await watched(page, round, random() * latestMs.reply);
      const killedAt = await browser.kill();
      page = await browser.start(app.url);
      const restored = await reopened(page, round);
      const due = seen.findLast(({ at }) => at <= killedAt - keptAfterMs)?.texts ?? [];
      for (const [place, text] of due.entries()) expect(restored[place]?.slice(0, text.length), about).toBe(text);
      if (restored[2] !== undefined) {
        expect(sentWords.startsWith(restored[3] ?? "no reply"), about).toBe(true);
        await expect(messages(page).nth(3), about).toContainText("Stopped");
      }
      total += restored.length;
      expect(await countStored(page), about).toMatchObject({ messages: total, unreadable: 0 });
      losses.push(killedAt - (seen.findLast(({ texts }) => isKept(texts, restored))?.at ?? Number.NaN));
    }
  } finally {
    await browser.remove();
    const [least = 0, ...more] = losses.map(Math.round).sort((one, other) => one - other);
    console.info(
      `replies: seed ${seed}, ${losses.length} kills; lost of the end, in ms: ${[least, ...more].join(" ")}`,
    );
  }
});

test("a reply whose browser was killed is stored whole by a later start that does not open its chat", async ({
  app,
  launchOptions,
  storageState,
}) => {
  const browser = await killableBrowser(launchOptions, storageState);
  try {
    let page = await browser.start(app.url);
    await send(page, "endless");
    await expect.poll(async () => (await storedReplies(page)).growth.length).toBeGreaterThan(2);
    await browser.kill();
    page = await browser.start(`${app.url}/robots.txt`);
    const { messages: killed, growth } = await storedReplies(page);
    const text = [killed[1]?.content, ...growth.map((piece) => piece.text)].join("");
    await page.clock.install();
    await page.goto(`${app.url}/settings`);
    await expect(page.getByRole("slider", { name: "Font size" })).toBeVisible();
    await page.clock.fastForward(settledMs);
    await expect.poll(async () => (await storedReplies(page)).growth).toEqual([]);
    const { streaming, ...reply } = killed[1] ?? { content: "" };
    expect(streaming).toBe(true);
    // Its cost is counted as well, as an estimate.
    const ended = { ...reply, content: text, stopped: true, cost: expect.objectContaining({ kind: "about" }) };
    await expect.poll(async () => (await storedReplies(page)).messages).toEqual([killed[0], ended]);
    await page.goto(app.url);
    await expect(messages(page).nth(1)).toContainText("Stopped");
    expect((await textsIn(page))[1]).toBe(text.trim());
  } finally {
    await browser.remove();
  }
});

test("an import that is interrupted by a crash is complete or missing", async ({ app, launchOptions }) => {
  const { seed, random } = seededRandom();
  const browser = await killableBrowser(launchOptions);
  const rounds = Math.ceil(kills / 3);
  let written = 0;
  try {
    let page = await browser.start(app.url);
    for (let round = 1; round <= rounds; round++) {
      await orderImport(page, app.url, round);
      await page.waitForTimeout(random() * latestMs.import);
      await browser.kill();
      page = await browser.start(app.url);
      await expect(messageBox(page)).toBeVisible();
      const stored = await countStored(page);
      const wholeImports = [written, written + 1].map((count) => ({
        sessions: count * chatsPerHistory,
        messages: count * chatsPerHistory * messagesPerChat,
        unreadable: 0,
      }));
      expect(wholeImports, `seed ${seed}, round ${round}`).toContainEqual(stored);
      written = stored.sessions / chatsPerHistory;
    }
  } finally {
    await browser.remove();
    console.info(`imports: seed ${seed}, ${rounds} kills, of which ${written} came after the import was written`);
  }
});

test("clearing that is interrupted by a crash has cleared everything or nothing", async ({ app, launchOptions }) => {
  const { seed, random } = seededRandom();
  const browser = await killableBrowser(launchOptions);
  const rounds = Math.ceil(kills / 3);
  const nothing = { sessions: 0, messages: 0, unreadable: 0, copies: 0, isSet: false };
  let before = nothing;
  let cleared = 0;
  try {
    let page = await browser.start(app.url);
    for (let round = 1; round <= rounds; round++) {
      if (before.sessions === 0) {
        await orderImport(page, app.url, round);
        await expect(page.getByText("Made before an import")).toBeVisible();
        await page.goto(`${app.url}/settings`);
        await page.getByRole("slider", { name: "Font size" }).fill("20");
        before = await everythingStored(page);
        expect(before).toMatchObject({ sessions: chatsPerHistory, copies: 1, isSet: true });
        // Only an orderly end makes the browser write its settings at once.
        await browser.end();
        page = await browser.start(app.url);
      }
      await page.goto(`${app.url}/settings#data`);
      await page.getByRole("button", { name: "Clear", exact: true }).click();
      await page.getByRole("button", { name: "Clear without export" }).click();
      await page.waitForTimeout(random() * latestMs.clear);
      await browser.kill();
      page = await browser.start(app.url);
      // A start that completes the clearing ends with a reload, before the screen is ready.
      await page.waitForFunction(() => performance.getEntriesByName("screen-ready").length > 0);
      let after = nothing;
      await expect(async () => {
        after = await everythingStored(page);
        expect([before, nothing], `seed ${seed}, round ${round}`).toContainEqual(after);
      }).toPass({ timeout: 10_000 });
      if (after.sessions === 0) cleared += 1;
      before = after;
    }
  } finally {
    await browser.remove();
    console.info(`clearing: seed ${seed}, ${rounds} kills, of which ${cleared} came after it was decided`);
  }
});

/** Counts what is stored, past the app: records, copies, and whether the font size has been set. */
async function everythingStored(page: Page) {
  const records = await countStored(page);
  const rest = await page.evaluate(async () => {
    const isSet = localStorage.getItem("app-config")?.includes('"fontSize":20') ?? false;
    if (!(await indexedDB.databases()).some(({ name }) => name === "parley-backups")) return { copies: 0, isSet };
    const opening = indexedDB.open("parley-backups");
    await new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
    const counting = opening.result.transaction("backups").objectStore("backups").count();
    await new Promise((resolve) => {
      counting.onsuccess = resolve;
    });
    opening.result.close();
    return { copies: counting.result, isSet };
  });
  return { ...records, ...rest };
}

/** Asks twice in a new chat, the second time without an end, waits a while, and returns what was seen all along. */
async function watched(page: Page, round: number, ms: number): Promise<Seen[]> {
  await newChat(page);
  await expect(messages(page)).toHaveCount(0);
  const seen: Seen[] = [{ at: performance.now(), texts: [] }];
  let isOver = false;
  async function look() {
    while (!isOver) {
      const texts = await textsIn(page);
      seen.push({ at: performance.now(), texts });
    }
  }
  const looking = look();
  await send(page, `echo ${round}`);
  await expect(messages(page).nth(1)).toContainText(`You said: echo ${round}`);
  await replyEnded(page);
  await send(page, `endless ${round}`);
  await page.waitForTimeout(ms);
  isOver = true;
  await looking;
  return seen;
}

/** Opens a round's chat again; answers its texts, or none where nothing of it was written. */
async function reopened(page: Page, round: number): Promise<string[]> {
  await expect(messageBox(page)).toBeVisible();
  const chat = page
    .getByRole("navigation", { name: "Chats" })
    .getByRole("link", { name: `echo ${round}` })
    .first();
  // The list is drawn a moment after the message box; where nothing of the chat was written it never comes.
  const isThere = await chat.waitFor({ timeout: 5000 }).then(
    () => true,
    () => false,
  );
  if (!isThere) return [];
  await chat.click();
  await expect(messages(page).first()).toContainText(`echo ${round}`);
  return textsIn(page);
}

/** Reads the text of each message, which is one paragraph; a reply that has said nothing yet has none, but may be marked. */
function textsIn(page: Page): Promise<string[]> {
  return messages(page).evaluateAll((articles) =>
    articles.map(
      (article) =>
        article
          .querySelector("p")
          ?.textContent?.trim()
          .replace(/^Stopped$/, "") ?? "",
    ),
  );
}

function isKept(texts: readonly string[], restored: readonly string[]): boolean {
  return texts.every((text, place) => restored[place]?.startsWith(text));
}

/** What the provider sends to `endless`, as far as any kill lets it. */
const sentWords = Array.from({ length: 4000 }, (_, index) => `word${index + 1}`).join(" ");
