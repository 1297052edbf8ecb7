import type { Page } from "@playwright/test";
import { expect, messageBox, messages, replyEnded, send, test } from "./support/fixtures";

/** Waits until the chat's stored head says what is expected. */
async function expectStored(page: Page, expected: Record<string, unknown>): Promise<void> {
  await expect.poll(() => page.evaluate(readHead)).toMatchObject(expected);
}

/** Reads what is stored of the only chat besides its messages. */
async function readHead(): Promise<unknown> {
  const [{ name = "" } = {}] = await indexedDB.databases();
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const heads = await new Promise<unknown[]>((resolve, reject) => {
    const reading = database.transaction("sessions").objectStore("sessions").getAll();
    reading.onsuccess = () => resolve(reading.result);
    reading.onerror = () => reject(reading.error);
  });
  database.close();
  return heads[0];
}

test("a long chat gets its title and its memory from the provider, and the memory is sent with the next question", async ({
  page,
  app,
  provider,
}) => {
  await page.goto(app.url);
  await send(page, "tell me of the tides");
  await replyEnded(page);
  await expect(page.getByRole("heading", { level: 1, name: "Why tides arrive late" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Chats" })).toContainText("Why tides arrive late");
  await expectStored(page, { memoryPrompt: "They spoke of tides.", lastSummarizeIndex: 2 });
  const [title, summary] = provider.askedBehind.slice(-2);
  expect([title?.model, summary?.model]).toEqual(["gpt-4o-mini", "gpt-4o-mini"]);
  expect(title?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
  expect(summary?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "system"]);
  const count = provider.askedBehind.length;
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Why tides arrive late" })).toBeVisible();
  await send(page, "and then");
  await expect(messages(page).nth(3)).toContainText("You said: and then");
  await replyEnded(page);
  expect(provider.told.at(-1)).toMatch(/^You are an assistant, .*OpenAI.*gpt-4o-mini.*2023-10/);
  expect(provider.asked.at(-1)?.messages).toMatchObject([
    { role: "system", content: "Summary of the earlier conversation: They spoke of tides." },
    { role: "user", content: "tell me of the tides" },
    { role: "assistant" },
    { role: "user", content: "and then" },
  ]);
  expect(provider.askedBehind).toHaveLength(count);
});

test("a provider that fails for the title and the summary leaves the chat unchanged, without a message", async ({
  page,
  app,
  provider,
}) => {
  await page.goto(app.url);
  const count = provider.askedBehind.length;
  await send(page, "long 300");
  await replyEnded(page);
  await expect.poll(() => provider.askedBehind.length).toBe(count + 2);
  await expect(page.getByRole("heading", { level: 1, name: "long 300" })).toBeVisible();
  await expectStored(page, { topic: "", memoryPrompt: "", lastSummarizeIndex: 0, messageCount: 2 });
  await expect(page.getByRole("alert").filter({ hasText: /\w/ })).toHaveCount(0);
  await expect(messages(page).nth(1)).toContainText("Paragraph 300 of the tide.");
});

test("a new title is requested in the chat's menu, and replaces one that was entered", async ({ page, app }) => {
  await page.goto(app.url);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await expect(page.getByRole("menuitem", { name: "Refresh title" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await send(page, "tell me of the tides");
  await replyEnded(page);
  await page.getByRole("heading", { level: 1 }).getByRole("button").click();
  await page.getByRole("textbox", { name: "Title" }).fill("My own");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Refresh title" }).click();
  await expect(page.getByText("Request sent")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Why tides arrive late" })).toBeVisible();
});

test("no title is requested if titles are off", async ({ page, app, provider }) => {
  await page.goto(`${app.url}/settings`);
  await page.getByRole("switch", { name: /Generate titles automatically/ }).uncheck();
  await page.getByRole("link", { name: "Close settings" }).click();
  const count = provider.askedBehind.length;
  await send(page, "tell me of the tides");
  await replyEnded(page);
  await expectStored(page, { topic: "", memoryPrompt: "They spoke of tides." });
  expect(provider.askedBehind).toHaveLength(count + 1);
  await expect(messageBox(page)).toBeVisible();
});
