import { devices, type Page } from "@playwright/test";
import { arabic as t } from "../support/words";
import { axeFindings } from "./support/axe";
import { giveTone } from "./support/dictation";
import { composerLoaded, expect, needsServer, serverKey } from "./support/fixtures";
import { test } from "./support/live-voice";

const { defaultBrowserType: _browser, ...phone } = devices["Pixel 5"];
test.use({ ...phone, viewport: { width: 390, height: 844 }, locale: "ar", colorScheme: "dark" });

const messageBox = (page: Page) => page.locator("[data-chat-screen] form textarea");
const messages = (page: Page) => page.getByRole("log", { name: t.chat.thread }).getByRole("article");
const named = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });

/**
 * Expects that nothing is wider than the phone, and that a part of the page has controls that are large enough for a finger
 * and breaks no rule of accessibility. Of long pages, only some rows are rendered, so the rest cannot be checked.
 */
async function expectFits(page: Page, part: string): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await axeFindings(page, { within: part })).toEqual([]);
  // The title and the line below it are 24 px high each, so that both fit into the header.
  const controls = page.locator(`:is(${part}) :is(button:not(h1 *), [role=switch], input):visible`);
  const small = await controls.evaluateAll((all) =>
    all.flatMap((each) => {
      // The label of a switch or a check box is its target, too.
      const { height } = (each.closest("label") ?? each).getBoundingClientRect();
      return height > 0 && height < 40 ? [`${each.ariaLabel ?? each.textContent}: ${height}`] : [];
    }),
  );
  expect(small).toEqual([]);
}

const openDialog = "dialog[open]";
const chatScreen = "[data-chat-screen]";

async function sendByTap(page: Page, text: string): Promise<void> {
  await messageBox(page).fill(text);
  await page.getByRole("button", { name: t.composer.send, exact: true }).tap();
  await expect(messageBox(page)).toHaveValue("");
  await expect(page.getByRole("button", { name: t.composer.stop, exact: true })).toHaveCount(0);
  await expect(messages(page).last()).not.toHaveAttribute("aria-busy", "true");
}

/** Opens the chat's menu and taps on a row. */
async function chooseInMenu(page: Page, item: string): Promise<void> {
  await page.locator("header").getByRole("button", { name: t.chat.more, exact: true }).tap();
  await page.getByRole("menuitem", { name: item, exact: true }).tap();
}

test("tags, facts, the inspector, branches and temporary chats work by touch, from right to left", async ({
  page,
  app,
}) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "dark" });
  await page.goto(`${app.url}/chat`);
  await composerLoaded(page);
  await sendByTap(page, "When is high tide?");

  await test.step("a long tag is added, shown from its start, and removed", async () => {
    await chooseInMenu(page, t.tags.title);
    const dialog = named(page, t.tags.title);
    const tag = `Spring ${"tide ".repeat(6)}`.trim();
    await dialog.getByRole("textbox", { name: t.tags.add }).fill(tag);
    await dialog.getByRole("button", { name: t.tags.addAction, exact: true }).tap();
    const remove = dialog.getByRole("button", { name: t.tags.remove.replace("{tag}", tag) });
    await expect(remove).toBeVisible();
    await expectFits(page, openDialog);
    await dialog.getByRole("button", { name: t.toolChoice.done, exact: true }).tap();
    const shown = page.locator("header p bdi");
    await expect(shown).toHaveText(tag);
    // A name from left to right is cut at its right end.
    expect(await shown.evaluate((node) => getComputedStyle(node).direction)).toBe("ltr");
    expect(await shown.evaluate((node) => node.scrollLeft)).toBe(0);
    await expectFits(page, chatScreen);
    await chooseInMenu(page, t.tags.title);
    await remove.tap();
    await dialog.getByRole("button", { name: t.toolChoice.done, exact: true }).tap();
    await expect(shown).toHaveCount(0);
  });

  await test.step("a message becomes a fact, and the next request has it", async () => {
    await messages(page).first().getByRole("button", { name: t.message.actions, exact: true }).tap();
    await page.getByRole("menuitem", { name: t.message.remember, exact: true }).tap();
    const dialog = named(page, t.message.remember);
    await dialog.getByRole("switch").tap();
    await expectFits(page, openDialog);
    await dialog.getByRole("button", { name: t.thread.save, exact: true }).tap();
    await expect(dialog).toHaveCount(0);
    await chooseInMenu(page, t.inspector.title);
    const inspector = named(page, t.inspector.title);
    await expect(inspector.getByTestId("request-body")).toContainText("- When is high tide?");
    await inspector.getByRole("switch", { name: t.inspector.part_facts, exact: true }).tap();
    await expect(inspector.getByTestId("request-body")).not.toContainText("- When is high tide?");
    await expectFits(page, openDialog);
    await inspector.getByRole("button", { name: t.toolChoice.done, exact: true }).tap();
  });

  await test.step("a retry starts a branch, which is named, compared and shown", async () => {
    await messages(page).last().getByRole("button", { name: t.message.retry, exact: true }).tap();
    await expect(page.getByText("2/2", { exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: t.composer.stop, exact: true })).toHaveCount(0);
    await chooseInMenu(page, t.branches.title);
    const dialog = named(page, t.branches.title);
    const row = (index: number) => dialog.getByRole("treeitem").nth(index);
    await expect(row(1)).toHaveAttribute("aria-current", "true");
    await row(0).getByRole("button").tap();
    await page.getByRole("menuitem", { name: t.branches.compareCurrent }).tap();
    const comparison = named(page, t.branches.comparison);
    await expect(comparison).toBeVisible();
    // The text is in its own direction, also after a hidden text in the language of the page.
    const texts = comparison.locator("del [dir=auto], ins [dir=auto]");
    const directions = await texts.evaluateAll((all) => all.map((each) => getComputedStyle(each).direction));
    expect(new Set(directions)).toEqual(new Set(directions.length > 0 ? ["ltr"] : []));
    await expectFits(page, openDialog);
    await comparison.getByRole("button", { name: t.toolChoice.done, exact: true }).tap();
    await expectFits(page, openDialog);
    await row(0).tap();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText("1/2", { exact: true })).toBeVisible();
  });

  await test.step("notifications are turned on, and a blocked permission is explained", async () => {
    await page.goto(`${app.url}/settings#replyNotifications`);
    const row = page.locator("#replyNotifications");
    // The link scrolls to the row and focuses its control. A tap before that could miss it.
    await expect(row.getByRole("switch")).toBeFocused();
    await row.getByRole("switch").tap();
    await expect(row).toContainText(t.replyNotifications.denied);
    await expectFits(page, "#replyNotifications");
  });

  await test.step("a temporary chat is kept", async () => {
    await page.goto(`${app.url}/new-chat`);
    await page.getByRole("button", { name: t.temporary.title }).tap();
    const notice = page.getByRole("complementary", { name: t.temporary.title });
    await composerLoaded(page);
    await sendByTap(page, "for now");
    await expectFits(page, chatScreen);
    await notice.getByRole("button", { name: t.temporary.keep }).tap();
    await expect(notice).toBeHidden();
    await page.reload();
    await expect(messages(page).first()).toContainText("for now");
  });
});

test("speech becomes text by touch, from right to left", async ({ page, app, provider }) => {
  await giveTone(page, 1500);
  await page.addInitScript(() => {
    for (const name of ["SpeechRecognition", "webkitSpeechRecognition"]) Reflect.deleteProperty(window, name);
  });
  await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "dark" });
  await page.goto(`${app.url}/chat`);
  await composerLoaded(page);
  const before = provider.transcribed.length;
  await page.getByRole("button", { name: t.dictation.open, exact: true }).tap();
  const row = page.getByRole("group", { name: t.dictation.label });
  await expectFits(page, chatScreen);
  await row.getByRole("button", { name: t.dictation.start, exact: true }).tap();
  await expect(row.getByText("0:01")).toBeVisible();
  await expectFits(page, chatScreen);
  await row.getByRole("button", { name: t.dictation.stop, exact: true }).tap();
  await expect(messageBox(page)).toHaveValue("The tide is late.");
  await expect(row).toHaveCount(0);
  expect(provider.transcribed).toHaveLength(before + 1);
});

test(
  "over a budget, nothing is sent until it is allowed once, by touch",
  needsServer,
  async ({ page, withApp, provider }) => {
    await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "dark" });
    await withApp({ OPENAI_API_KEY: serverKey, BASE_URL: provider.url }, async (app) => {
      await page.goto(`${app.url}/settings#budget`);
      const budget = page.locator("#budget").getByRole("textbox", { name: t.costs.budget });
      await budget.fill("0");
      await expectFits(page, "#budget");
      await page.goto(`${app.url}/chat`);
      await composerLoaded(page);
      const once = page.getByRole("button", { name: t.costs.sendOnce, exact: true });
      await expect(once).toBeVisible();
      const count = provider.asked.length;
      await messageBox(page).fill("When is high tide?");
      await page.getByRole("button", { name: t.composer.send, exact: true }).tap();
      // Until the engine is loaded, only the engine itself can refuse, and the message is in the chat.
      await expect(page.getByText(t.costs.notSent).or(page.getByText(t.errors.budget))).toBeVisible();
      expect(provider.asked).toHaveLength(count);
      await expectFits(page, chatScreen);
      await once.tap();
      const last = messages(page).last();
      await expect(last).toContainText("You said: When is high tide?");
      await expect(messageBox(page)).toHaveValue("");
      await last.getByRole("button", { name: t.message.retry, exact: true }).tap();
      await expect(page.getByText(t.costs.notAsked)).toBeVisible();
      await once.tap();
      await expect(page.getByText("2/2", { exact: true })).toBeVisible();
      await messageBox(page).fill("And low tide?");
      await page.getByRole("button", { name: t.composer.send, exact: true }).tap();
      await expect(page.getByText(t.costs.notSent)).toBeVisible();
      await expect(messageBox(page)).toHaveValue("And low tide?");
      await once.tap();
      await expect(last).toContainText("You said: And low tide?");
      expect(provider.asked.slice(count).length).toBeGreaterThanOrEqual(3);
    });
  },
);
