import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, messages, replyEnded, send, test } from "./support/fixtures";

/** Deletes the app's database in another tab, which does not run the app. */
async function deleteInAnotherTab(page: Page, url: string): Promise<void> {
  const other = await page.context().newPage();
  await other.goto(`${url}/robots.txt`);
  await other.evaluate(async () => {
    const deleting = indexedDB.deleteDatabase("parley");
    await new Promise((resolve) => {
      deleting.onsuccess = resolve;
    });
  });
  await other.close();
}

/** Clears the stored data of the site, as the browser's settings do: connections end without a request. */
async function clearInBrowser(page: Page, url: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Storage.clearDataForOrigin", { origin: new URL(url).origin, storageTypes: "indexeddb" });
}

/** Reads all chat heads and messages, past the app. */
function storedRecords(page: Page) {
  return page.evaluate(async () => {
    const opening = indexedDB.open("parley");
    await new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
    const transaction = opening.result.transaction(["sessions", "messages"]);
    const heads: IDBRequest<{ readonly id: string }[]> = transaction.objectStore("sessions").getAll();
    const rows: IDBRequest<{ readonly sessionId: string; readonly content: string }[]> = transaction
      .objectStore("messages")
      .index("bySession")
      .getAll();
    await new Promise((resolve) => {
      transaction.oncomplete = resolve;
    });
    opening.result.close();
    return { heads: heads.result, messages: rows.result };
  });
}

for (const [how, loseData] of [
  ["another tab deletes the database", deleteInAnotherTab],
  ["the browser clears the site's data", clearInBrowser],
] as const) {
  test(`when ${how}, the app shows an error, exports what is in memory and stores the changed chat at the next start`, async ({
    page,
    app,
  }) => {
    await page.goto(app.url);
    await send(page, "before");
    await expect(messages(page).nth(1)).toContainText("You said: before");
    await replyEnded(page);
    await loseData(page, app.url);
    const banner = page.getByRole("alert").filter({ hasText: "Stored data was deleted" });
    await expect(banner).toBeVisible();

    await send(page, "afterwards");
    await expect(messages(page).nth(3)).toContainText("You said: afterwards");
    await replyEnded(page);
    const texts = await messages(page).locator("p").allTextContents();
    await banner.getByRole("link", { name: "Export data" }).click();
    await page.getByRole("button", { name: "Export", exact: true }).click();
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export everything" }).click();
    const file = JSON.parse(await readFile(await (await downloading).path(), "utf8"));
    expect(file.sessions).toHaveLength(1);
    expect(file.messages.map(({ content }: { content: string }) => content)).toEqual([
      "before",
      expect.stringContaining("You said: before"),
      "afterwards",
      expect.stringContaining("You said: afterwards"),
    ]);

    await page.goto(app.url);
    await expect(messages(page)).toHaveCount(4);
    expect(await messages(page).locator("p").allTextContents()).toEqual(texts);
    await expect(banner).toHaveCount(0);
    const stored = await storedRecords(page);
    expect(stored.heads).toHaveLength(1);
    expect(stored.messages.map(({ sessionId }) => sessionId)).toEqual(Array(4).fill(stored.heads[0]?.id));
  });
}
