import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, messageBox, messages, replyEnded, send, test } from "./support/fixtures";

/** Puts rows into the database past all checks, as an older version or an accident may have left them. */
function plant(page: Page, sessions: readonly object[], messageRows: readonly object[]): Promise<void> {
  return page.evaluate(
    ([heads, bodies]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open("parley");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction(["sessions", "messages"], "readwrite");
          for (const row of heads) transaction.objectStore("sessions").put(row);
          for (const row of bodies) transaction.objectStore("messages").put(row);
          transaction.oncomplete = () => resolve(opening.result.close());
          transaction.onerror = () => reject(transaction.error);
        };
      }),
    [sessions, messageRows] as const,
  );
}

test("chats with invalid rows are listed separately, exported and deleted", async ({ page, keyless }) => {
  await page.goto(keyless.url);
  await send(page, "whole chat");
  await replyEnded(page);
  const mask = { id: "mask", modelConfig: {} };
  const body = { role: "user", content: "hello from the year 9999", seq: 1 };
  await plant(
    page,
    [
      { id: "late", topic: "Far future", lastUpdate: 1e300, order: 1e300, messageCount: 1, mask },
      { id: "broken", topic: "Broken head", lastUpdate: 5, order: 9e15, messageCount: 1, mask: "none" },
    ],
    [
      { ...body, id: "m1", sessionId: "late", date: 1e300 },
      { ...body, id: "m2", sessionId: "broken", date: -1 },
    ],
  );
  await page.goto(`${keyless.url}/chat?id=late`);
  await expect(messages(page)).toHaveText([/hello from the year 9999/]);
  const list = page.getByRole("navigation", { name: "Chats" });
  await expect(list.getByRole("link")).toHaveCount(3);
  await expect(list.getByRole("link", { name: "whole chat" })).toBeVisible();

  await list.getByRole("link", { name: "Broken head Damaged" }).click();
  await expect(page.getByRole("heading", { name: "This chat is damaged" })).toBeVisible();
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export to a file" }).click();
  const file = JSON.parse(await readFile(await (await downloading).path(), "utf8"));
  expect(file).toMatchObject({
    $format: "parley",
    sessions: [{ id: "broken", mask: "none" }],
    messages: [{ id: "m2" }],
  });

  await page.locator("main").getByRole("button", { name: "Delete chat" }).click();
  await expect(list.getByRole("link", { name: /Broken head/ })).toHaveCount(0);
  await expect(page).not.toHaveURL(/broken/);
  await page.goto(keyless.url);
  await expect(messageBox(page)).toBeVisible();
  await expect(list.getByRole("link")).toHaveCount(2);
});
