import type { Page } from "@playwright/test";
import { axeFindings } from "./support/axe";
import { composerLoaded, expect, messageBox, messages, replyEnded, send, test } from "./support/fixtures";

/** Starts a temporary chat by the button of the page that opens with New chat, and returns its id. */
async function startTemporary(page: Page): Promise<string> {
  await page.getByRole("link", { name: "Masks", exact: true }).click();
  await page.getByRole("button", { name: "Temporary chat" }).click();
  await expect(page.getByRole("complementary", { name: "Temporary chat" })).toBeVisible();
  await expect(page).toHaveURL(/\/chat\/?\?id=./);
  return new URL(page.url()).searchParams.get("id") ?? "";
}

/** Returns everything that the page's origin has stored, as text; bytes are read as Latin-1. */
function allStored(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
    for (const { name = "" } of await indexedDB.databases()) {
      const opened = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      for (const store of opened.objectStoreNames) {
        const rows = await new Promise<unknown[]>((resolve, reject) => {
          const reading = opened.transaction(store).objectStore(store).getAll();
          reading.onsuccess = () => resolve(reading.result);
          reading.onerror = () => reject(reading.error);
        });
        found.push(rows);
      }
      opened.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) found.push(request.url, await (await cache.match(request))?.text());
    }
    return JSON.stringify(found, (_key, value: unknown) => {
      if (value instanceof ArrayBuffer) return new TextDecoder("latin1").decode(value);
      if (ArrayBuffer.isView(value)) return new TextDecoder("latin1").decode(value);
      return value;
    });
  });
}

const secret = "marzipan lighthouse";

test("nothing of a temporary chat is stored: neither messages, drafts, files, titles nor positions", async ({
  page,
  app,
  provider,
}) => {
  await page.goto(app.url);
  await send(page, "hello");
  await replyEnded(page);
  const id = await startTemporary(page);
  await composerLoaded(page);
  await page.getByTestId("attach-files").setInputFiles([
    { name: "short.txt", mimeType: "text/plain", buffer: Buffer.from(`short ${secret}`) },
    { name: "long.txt", mimeType: "text/plain", buffer: Buffer.from(`long ${secret} `.repeat(1000)) },
  ]);
  await expect(page.getByRole("button", { name: /long\.txt/ }).first()).toBeVisible();
  const count = provider.askedBehind.length;
  await send(page, `question about a ${secret} ${"and tides ".repeat(60)}`);
  await replyEnded(page);
  await expect(messages(page).last()).toContainText(secret);
  await messageBox(page).fill(`a draft of ${secret}`);
  // Another chat and back: the chat stays as long as its tab.
  await page.getByRole("navigation", { name: "Chats" }).getByRole("link", { name: /hello/ }).click();
  await expect(messages(page).first()).toContainText("hello");
  await page
    .getByRole("navigation", { name: "Chats" })
    .getByRole("link", { name: /Temporary chat/ })
    .click();
  await expect(messageBox(page)).toHaveValue(`a draft of ${secret}`);
  await expect(page).toHaveURL(new RegExp(`id=${id}$`));
  expect(provider.askedBehind).toHaveLength(count);

  // A reload says what has become of the chat.
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "This was a temporary chat" })).toBeVisible();
  await expect(page.getByText("It wasn’t stored")).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole("button", { name: "Open latest chat" }).click();
  await expect(messages(page).first()).toContainText("hello");
  await expect(page.getByRole("navigation", { name: "Chats" })).toContainText("hello");
  await expect(page.getByRole("navigation", { name: "Chats" })).not.toContainText("Temporary chat");
  const stored = await allStored(page);
  // The control: what is stored is found.
  expect(stored).toContain("hello");
  expect(stored).not.toContain(secret);
  expect(stored).not.toContain("long.txt");
  // The mark of the tab has the id, and nothing else does.
  expect(await page.evaluate(() => sessionStorage.getItem("temporary-chats"))).toBe(JSON.stringify([id]));
  expect(stored.split(id)).toHaveLength(stored.includes(`"currentId":"${id}`) ? 3 : 2);

  await page.goto(`${app.url}/chat?id=${id}`);
  await page.getByRole("button", { name: "New temporary chat" }).click();
  await expect(page.getByRole("complementary", { name: "Temporary chat" })).toBeVisible();
  await composerLoaded(page);
});

test("a temporary chat that is kept is stored with its messages and its draft, and gets a title", async ({
  page,
  app,
}) => {
  await page.goto(app.url);
  await startTemporary(page);
  await send(page, "tell me of the tides");
  await replyEnded(page);
  await messageBox(page).fill("a draft");
  await page.getByRole("button", { name: "Keep this chat" }).click();
  await expect(page.getByRole("complementary", { name: "Temporary chat" })).toBeHidden();
  await expect(messageBox(page)).toBeFocused();
  await expect(page.getByRole("heading", { level: 1, name: "Why tides arrive late" })).toBeVisible();
  await send(page, "and then");
  await replyEnded(page);
  await messageBox(page).fill("the next draft");
  await page.reload();
  await expect(messages(page)).toHaveCount(4);
  await expect(page.getByRole("heading", { level: 1, name: "Why tides arrive late" })).toBeVisible();
  await expect(messageBox(page)).toHaveValue("the next draft");
});

test("a temporary chat is started from the palette, by keyboard", async ({ page, app }) => {
  await page.goto(app.url);
  await expect(messageBox(page)).toBeFocused();
  await page.keyboard.press("Control+K");
  await page.keyboard.type("temporary");
  await expect(page.getByRole("option", { name: /Temporary chat/ }).first()).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("complementary", { name: "Temporary chat" })).toBeVisible();
  await expect(messageBox(page)).toBeFocused();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the notice of a temporary chat fits, and breaks no rule of accessibility", async ({ page, app }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(`${app.url}/new-chat`);
    await page.getByRole("button", { name: "Temporary chat" }).click();
    await expect(page.getByRole("complementary", { name: "Temporary chat" })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await axeFindings(page)).toEqual([]);
  });
});
