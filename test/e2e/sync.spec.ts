import type { Browser, Page } from "@playwright/test";
import { peerCredentials, startUpstash, startWebDav } from "../support/sync-peers";
import { withApp } from "./support/app-server";
import { expect, messages, newChat, replyEnded, send, serverKey, test } from "./support/fixtures";

/** Opens the app as a device of its own. */
async function openDevice(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

/** Opens the settings without a new start, unless they are open. */
async function openSettings(page: Page): Promise<void> {
  if (!page.url().includes("/settings")) await page.getByRole("link", { name: "Settings" }).click();
}

async function openSyncSettings(page: Page) {
  await openSettings(page);
  await page.getByRole("button", { name: "Set up…" }).click();
  return page.getByRole("dialog", { name: "Cloud sync" });
}

async function syncNow(page: Page): Promise<void> {
  await openSettings(page);
  await page.getByRole("button", { name: "Sync now" }).click();
  await expect(page.getByText("Sync succeeded.")).toBeVisible();
}

async function setUpWebDav(page: Page, endpoint: string) {
  const dialog = await openSyncSettings(page);
  await dialog.getByLabel("WebDAV address").fill(endpoint);
  await dialog.getByLabel("User name").fill(peerCredentials.username);
  await dialog.getByRole("textbox", { name: "Password" }).fill(peerCredentials.password);
  await dialog.getByRole("button", { name: "Check" }).click();
  await expect(dialog.getByText("The server answered.")).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
}

test("two devices come to the same chats by a WebDAV server: what was written, what was deleted, and settings", async ({
  browser,
  provider,
}) => {
  const webdav = await startWebDav();
  const settings = { OPENAI_API_KEY: serverKey, BASE_URL: provider.url, WHITE_WEBDAV_ENDPOINTS: webdav.url };
  await withApp(settings, async ({ url }) => {
    const one = await openDevice(browser, url);
    await send(one, "tell me of the tides");
    await replyEnded(one);
    await newChat(one);
    await send(one, "a chat to be deleted");
    await replyEnded(one);
    await openSettings(one);
    await one.getByRole("radio", { name: "Dark" }).click();
    await setUpWebDav(one, webdav.url);
    await expect(one.getByText("Not synced yet")).toBeVisible();
    await syncNow(one);

    const two = await openDevice(browser, url);
    await setUpWebDav(two, webdav.url);
    await syncNow(two);
    await expect(two.locator("body")).toHaveClass(/dark/);
    await two.getByRole("link", { name: /a chat to be deleted/ }).click();
    await expect(messages(two)).toHaveCount(2);
    await two.getByRole("link", { name: /a chat to be deleted/ }).focus();
    await two.keyboard.press("Delete");
    await expect(two.getByRole("link", { name: /a chat to be deleted/ })).toHaveCount(0);
    await send(two, "and of the moon");
    await replyEnded(two);
    await syncNow(two);

    await syncNow(one);
    await expect(one.getByRole("link", { name: /a chat to be deleted/ })).toHaveCount(0);
    await one.getByRole("link", { name: /Why tides arrive late/ }).click();
    await expect(messages(one)).toHaveCount(4);
    await one.context().close();
    await two.context().close();
  }).finally(() => webdav.stop());
});

test("two devices sync by an Upstash without a proxy; a wrong token is told, and nothing here changes", async ({
  browser,
  app,
}) => {
  const upstash = await startUpstash();
  async function setUp(page: Page, token: string) {
    const dialog = await openSyncSettings(page);
    await dialog.getByLabel("Sync to").selectOption({ label: "Upstash" });
    await dialog.getByRole("switch", { name: "Use a proxy" }).uncheck();
    await dialog.getByLabel("Upstash address").fill(upstash.url);
    await dialog.getByRole("textbox", { name: "Upstash token" }).fill(token);
    await dialog.getByRole("button", { name: "Done" }).click();
  }
  const one = await openDevice(browser, app.url);
  await send(one, "by way of redis");
  await replyEnded(one);
  await setUp(one, "wrong");
  await one.getByRole("button", { name: "Sync now" }).click();
  await expect(one.getByText("Sync Fail: The server does not take the name and the password.")).toBeVisible();
  await setUp(one, peerCredentials.token);
  await syncNow(one);
  const two = await openDevice(browser, app.url);
  await setUp(two, peerCredentials.token);
  await syncNow(two);
  await two.getByRole("link", { name: /by way of redis/ }).click();
  await expect(messages(two)).toHaveCount(2);
  await one.context().close();
  await two.context().close();
  await upstash.stop();
});
