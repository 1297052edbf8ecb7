import type { Page } from "@playwright/test";
import { sampleRecord, sampleSession } from "../support/chat-samples";
import { expect, messageBox, test } from "./support/fixtures";
import { killableBrowser } from "./support/killable-browser";
import { chatsPerHistory, countStored, kills, messagesPerChat, seededRandom } from "./support/kills";

/** The latest moment of a kill, counted from the first start, and from when the images are looked for. */
const latestMs = { takeover: 2500, images: 1500 };
/** How long a start is left alone before old records are brought to the present form. */
const settledMs = 10_000;

test.describe.configure({ timeout: 60_000 + kills * 30_000 });

test("a takeover of NextChat's data that is interrupted by a crash is complete or missing, and then runs once", async ({
  app,
  launchOptions,
}) => {
  const { seed, random } = seededRandom();
  const rounds = Math.ceil(kills / 3);
  const none = { sessions: 0, messages: 0, unreadable: 0 };
  const whole = { sessions: chatsPerHistory, messages: chatsPerHistory * messagesPerChat, unreadable: 0 };
  let written = 0;
  try {
    for (let round = 1; round <= rounds; round++) {
      const about = `seed ${seed}, round ${round}`;
      const browser = await killableBrowser(launchOptions);
      try {
        // A page of the address that runs nothing of the app.
        let page = await browser.start(`${app.url}/robots.txt`);
        await putKeyval(page, nextChatStores);
        await browser.end();
        page = await browser.start(`${app.url}/robots.txt`);
        await page.goto(app.url, { waitUntil: "commit" });
        await page.waitForTimeout(random() * latestMs.takeover);
        await browser.kill();

        page = await browser.start(`${app.url}/robots.txt`);
        const stored = await countStored(page);
        expect([none, whole], about).toContainEqual(stored);
        if (stored.sessions > 0) written += 1;
        await page.goto(app.url);
        await expect(messageBox(page)).toBeVisible();
        expect(await countStored(page), about).toEqual(whole);
        expect(await page.evaluate(() => localStorage.getItem("app-config")), about).toContain('"fontSize":18');
        expect(await readKeyval(page), about).toEqual(nextChatStores);
      } finally {
        await browser.remove();
      }
    }
  } finally {
    console.info(`takeovers: seed ${seed}, ${rounds} kills, of which ${written} came after it was written`);
  }
});

test("a migration of an older history that a crash interrupts keeps every image", async ({ app, launchOptions }) => {
  const { seed, random } = seededRandom();
  const browser = await killableBrowser(launchOptions);
  const rounds = Math.ceil(kills / 3);
  let apart = imageCount;
  let brokenOff = 0;
  try {
    let page = await browser.start(`${app.url}/robots.txt`);
    for (let round = 1; round <= rounds; round++) {
      if (apart === imageCount) {
        await putOldHistory(page);
        // An orderly end: what is put there must be on the disk before anything dies.
        await browser.end();
        page = await browser.start(`${app.url}/robots.txt`);
      }
      await page.clock.install();
      await page.goto(app.url);
      await expect(messageBox(page)).toBeVisible();
      await page.clock.fastForward(settledMs);
      await page.waitForTimeout(random() * latestMs.images);
      await browser.kill();
      page = await browser.start(`${app.url}/robots.txt`);
      const images = await readImages(page);
      expect(
        images.map(({ text }) => text),
        `seed ${seed}, round ${round}`,
      ).toEqual(oldImages);
      apart = images.filter(({ isApart }) => isApart).length;
      if (apart > 0 && apart < imageCount) brokenOff += 1;
    }
  } finally {
    await browser.remove();
    console.info(`migrations: seed ${seed}, ${rounds} kills, of which ${brokenOff} left a part to the next start`);
  }
});

const nextChatStores: Readonly<Record<string, string>> = {
  "chat-next-web-store": JSON.stringify({
    version: 3.3,
    state: {
      _hasHydrated: true,
      currentSessionIndex: 0,
      sessions: Array.from({ length: chatsPerHistory }, (_, chat) => ({
        id: `c${chat}`,
        topic: `Tides ${chat}`,
        memoryPrompt: "",
        lastUpdate: 1_700_000_000_000,
        lastSummarizeIndex: 0,
        stat: { tokenCount: 0, wordCount: 0, charCount: 0 },
        messages: Array.from({ length: messagesPerChat }, (_each, place) => ({
          id: `c${chat}-${place}`,
          role: place % 2 === 0 ? "user" : "assistant",
          date: "11/14/2023, 10:13:20 PM",
          content: "The tide comes late. ".repeat(20),
        })),
        mask: { id: `k${chat}`, name: "Tides", avatar: "gpt-bot", context: [], modelConfig: {}, lang: "en" },
      })),
    },
  }),
  "app-config": JSON.stringify({ version: 4.1, state: { _hasHydrated: true, fontSize: 18 } }),
};

function putKeyval(page: Page, stores: Readonly<Record<string, string>>): Promise<void> {
  return page.evaluate(async (given) => {
    const opening = indexedDB.open("keyval-store", 1);
    await new Promise((resolve) => {
      opening.onupgradeneeded = () => opening.result.createObjectStore("keyval");
      opening.onsuccess = resolve;
    });
    const transaction = opening.result.transaction("keyval", "readwrite");
    for (const [key, value] of Object.entries(given)) transaction.objectStore("keyval").put(value, key);
    await new Promise((resolve) => {
      transaction.oncomplete = resolve;
    });
    opening.result.close();
  }, stores);
}

function readKeyval(page: Page): Promise<Record<string, string>> {
  return page.evaluate(async () => {
    const opening = indexedDB.open("keyval-store");
    await new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
    const store = opening.result.transaction("keyval").objectStore("keyval");
    const [keys, values] = [store.getAllKeys(), store.getAll()];
    await new Promise((resolve) => {
      values.onsuccess = resolve;
    });
    opening.result.close();
    return Object.fromEntries(keys.result.map((key, place) => [String(key), values.result[place]]));
  });
}

const imageCount = 120;
/** The images of the old history, as the base64 of texts that tell them apart. */
const oldImages = Array.from({ length: imageCount }, (_, place) =>
  Buffer.from(`image ${place} `.repeat(4000)).toString("base64"),
);

/** Stores a history as the first version did: without growth and images of their own. */
async function putOldHistory(page: Page): Promise<void> {
  const session = sampleSession({ id: "old", topic: "Old", messageCount: imageCount, order: 1 });
  const rows = oldImages.map((image, place) =>
    sampleRecord({
      id: `old-${String(place).padStart(3, "0")}`,
      sessionId: "old",
      seq: place + 1,
      date: 1_700_000_000_000,
      content: [{ type: "image_url", image_url: { url: `data:image/png;base64,${image}` } }],
    }),
  );
  await page.evaluate(
    async ({ head, messages }) => {
      localStorage.clear();
      for (const name of ["parley", "parley-backups"]) {
        const removing = indexedDB.deleteDatabase(name);
        await new Promise((resolve) => {
          removing.onsuccess = resolve;
        });
      }
      const opening = indexedDB.open("parley", 1);
      await new Promise((resolve) => {
        opening.onupgradeneeded = () => {
          for (const name of ["sessions", "messages", "unreadable", "tombstones"]) {
            const store = opening.result.createObjectStore(name, { keyPath: "id" });
            if (name === "messages") store.createIndex("bySession", ["sessionId", "seq"]);
          }
        };
        opening.onsuccess = resolve;
      });
      const transaction = opening.result.transaction(["sessions", "messages"], "readwrite");
      transaction.objectStore("sessions").put(head);
      for (const message of messages) transaction.objectStore("messages").put(message);
      await new Promise((resolve) => {
        transaction.oncomplete = resolve;
      });
      opening.result.close();
    },
    { head: session, messages: rows },
  );
}

/** Reads the image of each message as base64, from the message or from the record that it names. */
function readImages(page: Page): Promise<{ readonly text: string; readonly isApart: boolean }[]> {
  return page.evaluate(async () => {
    const opening = indexedDB.open("parley");
    await new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
    const database = opening.result;
    const all = <T>(name: string) =>
      new Promise<T[]>((resolve) => {
        if (!database.objectStoreNames.contains(name)) return resolve([]);
        const reading = database.transaction(name).objectStore(name).getAll();
        reading.onsuccess = () => resolve(reading.result);
      });
    const messages = await all<{ content: { image_url: { url: string } }[] }>("messages");
    const blobs = await all<{ id: string; bytes: ArrayBuffer }>("blobs");
    database.close();
    return messages.map(({ content: [part] }) => {
      const url = part?.image_url.url ?? "";
      if (!url.startsWith("stored:")) return { text: url.replace("data:image/png;base64,", ""), isApart: false };
      const blob = blobs.find(({ id }) => url === `stored:${id}`);
      const bytes = new Uint8Array(blob?.bytes ?? new ArrayBuffer(0));
      return { text: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")), isApart: true };
    });
  });
}
