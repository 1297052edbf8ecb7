import type { Page } from "@playwright/test";
import { expect, messages, newChat, replyEnded, send, test } from "./support/fixtures";

/** A second tab of the same browser, at the same address. */
async function secondTab(page: Page): Promise<Page> {
  const second = await page.context().newPage();
  await second.goto(page.url());
  return second;
}

const chats = (page: Page) => page.getByRole("navigation", { name: "Chats" });

test("a chat that one tab creates, renames and deletes appears, is renamed and disappears in the other", async ({
  page,
  app,
}) => {
  await page.goto(app.url);
  await send(page, "first of all");
  await expect(messages(page).nth(1)).toContainText("You said: first of all");
  await replyEnded(page);
  const second = await secondTab(page);
  await expect(messages(second).nth(1)).toContainText("You said: first of all");
  await second.getByRole("heading", { level: 1 }).getByRole("button").click();
  await second.getByRole("textbox", { name: "Title" }).fill("Named elsewhere");
  await second.keyboard.press("Enter");
  await expect(chats(page)).toContainText("Named elsewhere");
  await newChat(page);
  await send(page, "in another chat");
  await expect(chats(second)).toContainText("in another chat");
  await page.getByRole("button", { name: "Delete chat: Named elsewhere" }).click();
  await expect(chats(second).getByRole("link")).toHaveCount(1);
  await expect(second.getByRole("heading", { level: 1 })).toHaveText("in another chat");
});

test("a reply streams in both tabs; when its tab closes the text stays, and can be retried", async ({ page, app }) => {
  await page.goto(app.url);
  const second = await secondTab(page);
  await send(page, "endless");
  await chats(second)
    .getByRole("link", { name: /endless/ })
    .click();
  await expect(messages(second).nth(1)).toContainText("word3 ");
  const early = (await messages(second).nth(1).textContent())?.length ?? 0;
  await expect(async () => {
    expect((await messages(second).nth(1).textContent())?.length ?? 0).toBeGreaterThan(early);
  }).toPass();
  await page.close();
  await expect(messages(second).nth(1)).toContainText("Stopped");
  await expect(messages(second).nth(1)).toContainText("word1 word2 word3");
  await second.reload();
  await expect(messages(second).nth(1)).toContainText("Stopped");
  await expect(messages(second).nth(1)).toContainText("word1 word2 word3");
});

test("two tabs that write to one chat lose nothing, and show the same in the end", async ({ page, app }) => {
  await page.goto(app.url);
  await send(page, "begin");
  await replyEnded(page);
  const second = await secondTab(page);
  await expect(messages(second)).toHaveCount(2);
  for (const round of [1, 2, 3]) {
    await Promise.all([send(page, `left ${round}`), send(second, `right ${round}`)]);
    await Promise.all([replyEnded(page), replyEnded(second)]);
  }
  for (const tab of [page, second]) await expect(messages(tab)).toHaveCount(14);
  const texts = (tab: Page) => messages(tab).allTextContents();
  for (const side of ["left", "right"]) {
    for (const round of [1, 2, 3]) {
      // The other tab's reply may arrive a moment after it ended there.
      await expect(messages(page).filter({ hasText: `You said: ${side} ${round}` })).toHaveCount(1);
    }
  }
  const shown = await texts(page);
  await expect.poll(async () => JSON.stringify(await texts(second))).toBe(JSON.stringify(shown));
  await page.reload();
  await expect(messages(page)).toHaveCount(14);
  await expect.poll(() => texts(page)).toEqual(shown);
});

test("four tabs that write at once lose nothing, and show the same chat and the same list in the end", async ({
  page,
  app,
}) => {
  test.slow();
  await page.goto(app.url);
  await send(page, "begin");
  await replyEnded(page);
  const tabs = [page, await secondTab(page), await secondTab(page), await secondTab(page)];
  for (const tab of tabs) await expect(messages(tab)).toHaveCount(2);
  const rounds = [1, 2, 3];
  await Promise.all(
    tabs.map(async (tab, place) => {
      for (const round of rounds) {
        await send(tab, `tab ${place} round ${round}`);
        await expect(messages(tab).getByText(`You said: tab ${place} round ${round}`)).toBeVisible();
        await replyEnded(tab);
      }
    }),
  );
  const count = 2 + 2 * tabs.length * rounds.length;
  for (const tab of tabs) await expect(messages(tab)).toHaveCount(count);
  for (const tab of tabs) await expect(chats(tab).getByRole("link")).toContainText(`${count} messages`);
  for (const [place] of tabs.entries()) {
    for (const round of rounds) {
      await expect(messages(page).filter({ hasText: `You said: tab ${place} round ${round}` })).toHaveCount(1);
    }
  }
  const shown = await messages(page).allTextContents();
  for (const tab of tabs) await expect.poll(() => messages(tab).allTextContents()).toEqual(shown);
  await page.reload();
  await expect(messages(page)).toHaveCount(count);
  await expect.poll(() => messages(page).allTextContents()).toEqual(shown);
  await expect(chats(page).getByRole("link")).toContainText(`${count} messages`);
});
