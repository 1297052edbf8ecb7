import type { Page } from "@playwright/test";
import { expect, messageBox, messages, replyEnded, send, test } from "./support/fixtures";
import { storedText } from "./support/stored-texts";

const waiting = (page: Page) => page.getByRole("list", { name: "Queued messages" }).getByRole("listitem");

/** Opens the app in a tab, asks for an endless reply and sends more behind it. */
async function openWaiting(page: Page, url: string, ...texts: readonly string[]): Promise<void> {
  await page.goto(url);
  await send(page, "endless words");
  await expect(messages(page).last()).toContainText("word2");
  for (const text of texts) await send(page, text);
  await expect(waiting(page)).toHaveText(texts);
}

test("waiting messages survive the kill of their tab, and are sent once", async ({ page, app, provider }) => {
  await openWaiting(page, app.url, "one of a killed tab", "two of a killed tab");
  await expect.poll(() => storedText(page, "waiting-messages")).toContain("two of a killed tab");
  const session = await page.context().newCDPSession(page);
  const crashed = new Promise((resolve) => page.once("crash", resolve));
  void session.send("Page.crash").catch(() => undefined);
  await crashed;
  const next = await page.context().newPage();
  await next.goto(page.url());
  await expect(waiting(next)).toHaveText(["one of a killed tab", "two of a killed tab"]);
  await expect(messageBox(next)).toHaveValue("");
  await next.getByRole("button", { name: "Send now" }).click();
  await expect(messages(next).nth(5)).toContainText("You said: two of a killed tab");
  await replyEnded(next);
  await expect(waiting(next)).toHaveCount(0);
  await expect.poll(() => storedText(next, "waiting-messages")).toBe(undefined);
  await next.reload();
  await expect(messages(next)).toHaveCount(6);
  await expect(waiting(next)).toHaveCount(0);
  const asked = provider.asked.map(({ messages: all }) => String(all.at(-1)?.content));
  expect(asked.filter((text) => text.includes("of a killed tab"))).toEqual([
    "one of a killed tab",
    "two of a killed tab",
  ]);
});

test("waiting messages of two tabs of one chat survive closing both", async ({ page, app }) => {
  await openWaiting(page, app.url, "of the first tab");
  const second = await page.context().newPage();
  await openWaiting(second, page.url(), "of the second tab");
  const context = page.context();
  const url = page.url();
  await page.close();
  await second.close();
  const next = await context.newPage();
  await next.goto(url);
  await expect(waiting(next)).toHaveCount(2);
  expect((await waiting(next).allTextContents()).sort()).toEqual(["of the first tab", "of the second tab"]);
});
