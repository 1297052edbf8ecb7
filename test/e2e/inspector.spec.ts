import type { Page } from "@playwright/test";
import { axeFindings } from "./support/axe";
import { expect, messageBox, messages, replyEnded, send, serverKey, test } from "./support/fixtures";

const dialog = (page: Page) => page.getByRole("dialog", { name: "What is sent" });

/** Opens the dialog from the number of tokens below the message box. */
async function inspect(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^~[\d,]+ tokens/ }).click();
  await expect(dialog(page).getByTestId("request-body")).toBeVisible();
}

/** Sends the draft and returns the body of its request. */
async function sentBody(page: Page): Promise<string> {
  const isChat = (url: string) => url.endsWith("/v1/chat/completions");
  const sent = page.waitForRequest((request) => isChat(request.url()));
  await messageBox(page).press("Enter");
  return (await sent).postData() ?? "";
}

test("the request that is shown is the one that is sent, byte for byte, without keys", async ({ page, app }) => {
  // The system prompt contains the time.
  await page.clock.setFixedTime(new Date("2026-11-26T12:00:00Z"));
  await page.goto(app.url);
  await send(page, "When is high tide?");
  await replyEnded(page);
  await messageBox(page).fill("And “low” tide? 潮汐\n\tnext line");
  await inspect(page);
  for (const part of ["System prompt", "Earlier messages", "Your message"]) {
    await expect(dialog(page).getByText(part, { exact: true })).toBeVisible();
  }
  await expect(dialog(page).getByText(/2 messages/)).toBeVisible();
  const shown = await dialog(page).getByTestId("request-body").textContent();
  expect(await dialog(page).textContent()).not.toContain(serverKey);
  await dialog(page).getByRole("button", { name: "Done" }).click();
  expect(await sentBody(page)).toBe(shown);
  await replyEnded(page);
});

test("a part that is switched off is left out of one request", async ({ page, app }) => {
  await page.goto(app.url);
  await send(page, "When is high tide?");
  await replyEnded(page);
  await messageBox(page).fill("And low tide?");
  await inspect(page);
  await dialog(page).getByRole("switch", { name: "Earlier messages" }).click();
  await expect(dialog(page).getByTestId("request-body")).not.toContainText("When is high tide?");
  await dialog(page).getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("button", { name: /Parts left out/ })).toBeVisible();
  expect(await sentBody(page)).not.toContain("When is high tide?");
  await replyEnded(page);
  await expect(messages(page)).toHaveCount(4);
  await messageBox(page).fill("And tomorrow?");
  expect(await sentBody(page)).toContain("When is high tide?");
  await replyEnded(page);
});

test("the request is copied as a curl command with the key as a variable", async ({ page, app, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(app.url);
  await messageBox(page).fill("It's $HOME");
  await inspect(page);
  await dialog(page).getByRole("button", { name: "Copy as curl" }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^curl -X POST 'http:\/\/127\.0\.0\.1:\d+\//);
  expect(copied).toContain("It'\\''s $HOME");
  expect(copied).not.toContain(serverKey);
});

test.describe("on a phone, in Arabic", () => {
  test.use({ viewport: { width: 390, height: 844 }, locale: "ar" });

  test("the dialog opens from the chat's menu, fits, and breaks no rule of accessibility", async ({ page, app }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(`${app.url}/chat`);
    await page.getByRole("button", { name: "المزيد" }).click();
    await page.getByText("ما الذي يُرسَل").click();
    const opened = page.getByRole("dialog", { name: "ما الذي يُرسَل" });
    await expect(opened.getByTestId("request-body")).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await axeFindings(page)).toEqual([]);
  });
});
