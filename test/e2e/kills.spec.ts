import type { Page } from "@playwright/test";
import { parleyBackup } from "@/lib/export/parley-backup";
import { noImages } from "../support/backup-samples";
import { sampleRecord, sampleSession } from "../support/chat-samples";
import { textOfPieces } from "../support/text-of-pieces";
import { expect, messageBox, messages, newChat, replyEnded, send, test } from "./support/fixtures";
import { killableBrowser } from "./support/killable-browser";

/** How often the browser is killed in the midst of a reply, a third as often in the midst of an import; KILLS=200 is the long run. */
const kills = Number(process.env.KILLS ?? 8);
/** What was on screen for so long before the end is there again: a second, and the time that changes are gathered. */
const keptAfterMs = 1400;
/** The latest moment of a kill, counted from the question, and from the order to import. */
const latestMs = { reply: 3000, import: 500 };

test.describe.configure({ timeout: 60_000 + kills * 30_000 });

/** What stood on screen at a moment: the text of each message, from the first. */
interface Seen {
  readonly at: number;
  readonly texts: readonly string[];
}

test("a browser that is killed while replies stream comes back with all that was on screen", async ({
  app,
  launchOptions,
}) => {
  const { seed, random } = seededRandom();
  const browser = await killableBrowser(launchOptions);
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

test("an import that dies with its browser is there as a whole or not at all", async ({ app, launchOptions }) => {
  const { seed, random } = seededRandom();
  const browser = await killableBrowser(launchOptions);
  const rounds = Math.ceil(kills / 3);
  let written = 0;
  try {
    let page = await browser.start(app.url);
    for (let round = 1; round <= rounds; round++) {
      await page.goto(`${app.url}/settings#data`);
      await page
        .getByTestId("import-file")
        .setInputFiles({ name: "backup.json", mimeType: "application/json", buffer: await backupOf(round) });
      await page.getByRole("dialog").getByRole("button", { name: "Import", exact: true }).click();
      await page.waitForTimeout(random() * latestMs.import);
      await browser.kill();
      page = await browser.start(app.url);
      await expect(messageBox(page)).toBeVisible();
      const stored = await countStored(page);
      const wholeImports = [written, written + 1].map((count) => ({
        sessions: count * chatsPerImport,
        messages: count * chatsPerImport * messagesPerChat,
        unreadable: 0,
      }));
      expect(wholeImports, `seed ${seed}, round ${round}`).toContainEqual(stored);
      written = stored.sessions / chatsPerImport;
    }
  } finally {
    await browser.remove();
    console.info(`imports: seed ${seed}, ${rounds} kills, of which ${written} came after the import was written`);
  }
});

/** Asks twice in a new chat, the second time without an end, waits a while, and answers what was seen all along. */
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

/** Counts the records past the app. */
function countStored(page: Page): Promise<Readonly<Record<"sessions" | "messages" | "unreadable", number>>> {
  return page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await settled(indexedDB.open("parley"));
    const [sessions = 0, messages = 0, unreadable = 0] = await Promise.all(
      ["sessions", "messages", "unreadable"].map((name) =>
        settled(database.transaction(name).objectStore(name).count()),
      ),
    );
    database.close();
    return { sessions, messages, unreadable };
  });
}

/** What the provider sends to `endless`, as far as any kill lets it. */
const sentWords = Array.from({ length: 4000 }, (_, index) => `word${index + 1}`).join(" ");

const chatsPerImport = 75;
const messagesPerChat = 40;

/** A backup of some thousand messages, with ids of its own. */
async function backupOf(round: number): Promise<Buffer> {
  const sessions = Array.from({ length: chatsPerImport }, (_, chat) =>
    sampleSession({ id: `${round}-${chat}`, topic: `Chat ${round}-${chat}`, messageCount: messagesPerChat, order: 1 }),
  );
  const records = sessions.flatMap(({ id }) =>
    Array.from({ length: messagesPerChat }, (_, place) =>
      sampleRecord({
        id: `${id}-${place}`,
        sessionId: id,
        seq: place + 1,
        content: "The tide comes late. ".repeat(20),
      }),
    ),
  );
  const data = { exportedAt: 1, sessions, messages: records, tombstones: [], documents: {}, ...noImages };
  return Buffer.from(await textOfPieces(parleyBackup(data, { withCredentials: false })));
}

/** Numbers from 0 to 1 that a seed repeats (mulberry32); SEED chooses it. */
function seededRandom(): { readonly seed: number; random(): number } {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 32));
  let state = seed;
  return {
    seed,
    random() {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    },
  };
}
