import type { Page } from "@playwright/test";
import { expect, messageBox, messages, replyEnded, test } from "./support/fixtures";

/** The message box of the page's HTML, before the app has started. */
const firstBox = (page: Page) => page.getByRole("textbox", { name: "How can I help you?" });

/** Opens a page whose code arrives only when the returned function is called. */
async function openWithoutCode(page: Page, url: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/_next\/static\/.*\.js/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(url, { waitUntil: "commit" });
  await expect(firstBox(page)).toBeVisible();
  return release;
}

test("what a new user types before the app has started is in the message box, which keeps the focus", async ({
  page,
  app,
}) => {
  const release = await openWithoutCode(page, app.url);
  await expect(firstBox(page)).toBeFocused();
  await page.keyboard.type("When is high");
  release();
  await expect(messageBox(page)).toHaveValue("When is high");
  await expect(messageBox(page)).toBeFocused();
  await page.keyboard.type(" tide?");
  await expect(messageBox(page)).toHaveValue("When is high tide?");
});

test("Enter sends the text once the app has started", async ({ page, app }) => {
  const release = await openWithoutCode(page, app.url);
  await page.keyboard.press("Enter");
  await page.keyboard.type("When is");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("high tide?");
  await page.keyboard.press("Enter");
  await page.keyboard.type("ignored");
  release();
  await replyEnded(page);
  await expect(messages(page).first()).toContainText("When is");
  await expect(messages(page)).toHaveCount(2);
  await expect(messages(page).first()).not.toContainText("ignored");
  await expect(messageBox(page)).toHaveValue("");
});

test("Enter does not send the text if a link may change the settings first", async ({ page, app }) => {
  const settings = encodeURIComponent(JSON.stringify({ key: "sk-of-a-link" }));
  const release = await openWithoutCode(page, `${app.url}/?settings=${settings}`);
  await page.keyboard.type("When is high tide?");
  await page.keyboard.press("Enter");
  release();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(messageBox(page)).toHaveValue("When is high tide?");
  await expect(messages(page)).toHaveCount(0);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the text is in the message box below the list of chats, without a focus before", async ({ page, app }) => {
    const release = await openWithoutCode(page, app.url);
    await expect(firstBox(page)).not.toBeFocused();
    await firstBox(page).click();
    await page.keyboard.type("When is high");
    release();
    await expect(messageBox(page)).toHaveValue("When is high");
    await expect(messageBox(page)).toBeFocused();
  });

  test("Enter opens the chat and sends the text", async ({ page, app }) => {
    const release = await openWithoutCode(page, app.url);
    await firstBox(page).click();
    await page.keyboard.type("When is high tide?");
    await page.keyboard.press("Enter");
    release();
    await replyEnded(page);
    await expect(messages(page).first()).toContainText("When is high tide?");
  });
});

test("a returning user sees no message box before the chats are read", async ({ page, app }) => {
  await page.goto(app.url);
  await expect(messageBox(page)).toBeVisible();
  await page.waitForFunction(() => localStorage.length > 0);
  await page.route(/_next\/static\/.*\.js/, () => undefined);
  await page.goto(app.url, { waitUntil: "commit" });
  await expect(page.getByRole("status").first()).toBeAttached();
  await expect(firstBox(page)).toBeHidden();
});
