import { devices, type Locator, type Page } from "@playwright/test";
import { everywhere, expect, messageBox, messages, replyEnded, send, test, watchFor } from "./support/fixtures";

/** Opens a row of the chat's menu by keyboard. */
async function openFromMenu(page: Page, name: string): Promise<void> {
  await moreButton(page).focus();
  await page.keyboard.press("Enter");
  const item = page.getByRole("menuitem", { name });
  await item.focus();
  await page.keyboard.press("Enter");
}

function moreButton(page: Page): Locator {
  return page.getByRole("button", { name: "More", exact: true });
}

/** Asks twice, so that the chat has four messages. */
async function askTwice(page: Page, url: string): Promise<void> {
  await page.goto(url);
  for (const text of ["high tide", "low tide"]) {
    await send(page, text);
    await replyEnded(page);
  }
  await expect(messages(page)).toHaveCount(4);
}

/** Puts a memory into the only stored chat, as a finished summary does. */
async function remember(page: Page, memoryPrompt: string): Promise<void> {
  await page.evaluate(async (memory) => {
    const opened = indexedDB.open("parley");
    await new Promise((resolve) => opened.addEventListener("success", resolve));
    const transaction = opened.result.transaction("sessions", "readwrite");
    const sessions = transaction.objectStore("sessions");
    const read = sessions.getAll();
    read.addEventListener("success", () => {
      for (const session of read.result) sessions.put({ ...session, memoryPrompt: memory, lastSummarizeIndex: 2 });
    });
    await new Promise((resolve) => transaction.addEventListener("complete", resolve));
    opened.result.close();
  }, memoryPrompt);
  await page.reload();
}

test(
  "the chat's temperature is changed by keyboard, sent, and there after a reload; the focus returns",
  everywhere,
  async ({ page, app }) => {
    await page.goto(app.url);
    const button = page.getByRole("button", { name: "Chat settings" });
    await button.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Chat settings" });
    await expect(dialog.getByRole("switch", { name: "Use global settings" })).toBeChecked();
    const temperature = dialog.getByRole("slider", { name: "Temperature" });
    await temperature.focus();
    await page.keyboard.press("ArrowRight");
    await expect(temperature).toHaveValue("0.6");
    // What is set for the chat is its own from now on.
    await expect(dialog.getByRole("switch", { name: "Use global settings" })).not.toBeChecked();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(button).toBeFocused();
    await send(page, "high tide");
    await replyEnded(page);
    await page.reload();
    await button.click();
    await expect(temperature).toHaveValue("0.6");
    await expect(dialog.getByText(/~\d+ tokens · 6 words · \d+ characters/)).toBeVisible();
    await dialog.getByRole("switch", { name: "Use global settings" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Replace" }).click();
    await expect(temperature).toHaveValue("0.5");
  },
);

test("a number out of range is clamped, and that is announced", async ({ page, app }) => {
  await page.goto(app.url);
  await page.getByRole("button", { name: "Chat settings" }).click();
  const tokens = page.getByRole("spinbutton", { name: "Max tokens per reply" });
  await tokens.fill("999999");
  await page.keyboard.press("Tab");
  await expect(tokens).toHaveValue("512000");
  await expect(page.getByRole("status").filter({ hasText: "Set to 512,000, the closest" })).toHaveCount(1);
});

test("prompts of the chat's mask are edited, reordered and sent before the question", async ({
  page,
  app,
  provider,
}) => {
  await page.goto(app.url);
  await page.getByRole("button", { name: "Chat settings" }).click();
  await page.getByRole("button", { name: "Edit mask" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit mask" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("Tide tutor");
  await dialog.getByRole("button", { name: "Add prompt" }).click();
  await page.keyboard.type("Use SI units.");
  await dialog.getByRole("button", { name: "Add prompt" }).click();
  await page.keyboard.type("You are a tutor.");
  await dialog.getByRole("combobox", { name: "Role of message 2" }).selectOption("System");
  await dialog.getByRole("button", { name: "Move message 2", exact: true }).press("ArrowUp");
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("Tide tutor, 2 context prompts")).toBeVisible();
  await page.getByRole("dialog", { name: "Chat settings" }).getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await send(page, "high tide");
  await replyEnded(page);
  expect(provider.asked.at(-1)?.messages).toEqual([
    { role: "system", content: "You are a tutor." },
    { role: "user", content: "Use SI units." },
    { role: "user", content: "high tide" },
  ]);
});

test("messages are reordered, rewritten and removed by keyboard; cancelling discards it, saving stores it", async ({
  page,
  app,
}) => {
  await askTwice(page, app.url);
  const dialog = page.getByRole("dialog", { name: "Edit messages" });
  const edit = async () => {
    await openFromMenu(page, "Edit messages");
    await expect(dialog.getByRole("textbox", { name: "Title" })).toBeFocused();
    await page.keyboard.type("Tides");
    await dialog.getByRole("button", { name: "Move message 3", exact: true }).press("ArrowUp");
    await dialog.getByRole("button", { name: "Move message 2", exact: true }).press("ArrowUp");
    await dialog.getByRole("button", { name: "Remove message 2" }).press("Enter");
    await dialog.getByRole("textbox", { name: "Text of message 1" }).fill("ebb");
  };
  await edit();
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: "Keep editing" }).press("Enter");
  await expect(dialog.getByRole("textbox", { name: "Title" })).toHaveValue("Tides");
  await dialog.getByRole("button", { name: "Cancel" }).press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(moreButton(page)).toBeFocused();
  await expect(messages(page)).toHaveCount(4);
  await expect(page.getByRole("heading", { level: 1, name: "high tide" })).toBeVisible();
  await edit();
  await dialog.getByRole("button", { name: "Save changes" }).press("Enter");
  const check = async () => {
    await expect(page.getByRole("heading", { level: 1, name: "Tides" })).toBeVisible();
    await expect(messages(page)).toHaveCount(3);
    await expect(messages(page).nth(0)).toContainText("ebb");
    await expect(messages(page).nth(1)).toContainText("You said: high tide");
    await expect(messages(page).nth(2)).toContainText("You said: low tide");
  };
  await check();
  await page.reload();
  await check();
});

test("messages cannot be edited while a reply is streaming", async ({ page, app }) => {
  await page.goto(app.url);
  await send(page, "endless words");
  await expect(messages(page).nth(1)).toContainText("word3 ");
  await moreButton(page).click();
  await expect(page.getByRole("menuitem", { name: "Edit messages" })).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Escape");
  await messageBox(page).press("Escape");
  await replyEnded(page);
});

test("the memory is shown and copied, and deleted after confirmation", async ({ page, app, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await askTwice(page, app.url);
  await remember(page, "The user measures tides near Brest.");
  await openFromMenu(page, "Memory");
  const dialog = page.getByRole("dialog", { name: "Memory" });
  await expect(dialog.getByText("6 of 200 words · 2 of 4 messages summarized")).toBeVisible();
  const copied = await watchFor(page, "Copied");
  await dialog.getByRole("button", { name: "Copy" }).press("Enter");
  await copied();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe("The user measures tides near Brest.");
  await dialog.getByRole("button", { name: "Reset" }).press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).press("Enter");
  await expect(dialog.getByText("The user measures tides near Brest.")).toBeVisible();
  await dialog.getByRole("button", { name: "Reset" }).press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Reset memory" }).press("Enter");
  await expect(dialog.getByText("Nothing remembered yet.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(moreButton(page)).toBeFocused();
  await page.reload();
  await page.getByRole("button", { name: "Chat settings" }).click();
  await expect(page.getByRole("dialog").getByText("Nothing remembered yet.")).toBeVisible();
  await expect(messages(page)).toHaveCount(4);
});

test("the list of shortcuts opens with Ctrl / and with Ctrl ?, and closes with Esc", async ({ page, app }) => {
  await page.goto(app.url);
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  for (const keys of ["Control+/", "Control+Shift+?"]) {
    await messageBox(page).press(keys);
    await expect(dialog.getByText("Copy last code block")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(messageBox(page)).toBeFocused();
  }
});

test("shortcuts copy the last code and the last reply, and clear the context and restore it", async ({
  page,
  app,
  provider,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await page.goto(app.url);
  await send(page, "markdown");
  await replyEnded(page);
  await messageBox(page).press("Control+Shift+;");
  await expect.poll(copied).toBe("const a = 1;");
  await messageBox(page).press("Control+Shift+C");
  await expect.poll(copied).toContain("## Heading");
  await messageBox(page).press("Control+Shift+Backspace");
  await expect(page.getByRole("status").getByText("Context cleared")).toBeVisible();
  await send(page, "and now");
  await replyEnded(page);
  expect(provider.asked.at(-1)?.messages).toEqual([{ role: "user", content: "and now" }]);
  await messageBox(page).press("Control+Shift+Backspace");
  await messageBox(page).press("Control+Shift+Backspace");
  await expect(page.getByRole("status").getByText("Context restored")).toBeVisible();
  await send(page, "at last");
  await replyEnded(page);
  expect(provider.asked.at(-1)?.messages).toHaveLength(5);
});

test("a chat of ten thousand messages opens for editing at its end, renders a part of it, and saves one change", async ({
  page,
  app,
}) => {
  await page.goto(app.url);
  await send(page, "high tide");
  await replyEnded(page);
  await page.evaluate(async () => {
    const opened = indexedDB.open("parley");
    await new Promise((resolve) => opened.addEventListener("success", resolve));
    const transaction = opened.result.transaction("messages", "readwrite");
    const store = transaction.objectStore("messages");
    const first = store.getAll();
    first.addEventListener("success", () => {
      const { sessionId } = first.result[0];
      for (let seq = 3; seq <= 10_000; seq++)
        store.put({
          id: `m${seq}`,
          sessionId,
          seq,
          role: seq % 2 ? "user" : "assistant",
          content: `No. ${seq}`,
          date: seq,
        });
    });
    await new Promise((resolve) => transaction.addEventListener("complete", resolve));
    opened.result.close();
  });
  await page.reload();
  await expect(messages(page).last()).toContainText("No. 10000");
  await openFromMenu(page, "Edit messages");
  const dialog = page.getByRole("dialog", { name: "Edit messages" });
  await expect(dialog.getByRole("button", { name: "Add message" })).toBeInViewport();
  expect(await dialog.getByRole("listitem").count()).toBeLessThan(100);
  await dialog.getByRole("textbox", { name: "Text of message 10,000" }).fill("The last.");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(messages(page).last()).toContainText("The last.");
  await page.reload();
  await expect(messages(page).last()).toContainText("The last.");
});

test("a chat has its own setting for collapsing long code, and keeps it", async ({ page, app }) => {
  await page.goto(app.url);
  await send(page, "one");
  await replyEnded(page);
  const dialog = page.getByRole("dialog", { name: "Chat settings" });
  const fold = dialog.getByRole("switch", { name: "Collapse long code" });
  await page.getByRole("button", { name: "Chat settings" }).press("Enter");
  await expect(fold).toBeChecked();
  await fold.press("Space");
  await expect(fold).not.toBeChecked();
  await page.keyboard.press("Escape");
  await page.reload();
  await page.getByRole("button", { name: "Chat settings" }).press("Enter");
  await expect(fold).not.toBeChecked();
});

test.describe("on a touch screen", () => {
  const { defaultBrowserType: _browser, ...phone } = devices["Pixel 5"];
  test.use(phone);

  test("the model dialog opens without the keyboard", async ({ page, app }) => {
    await page.goto(app.url);
    await send(page, "hello");
    await replyEnded(page);
    await page.getByRole("button", { name: /^Model: / }).click();
    const dialog = page.getByRole("dialog", { name: "Model" });
    await expect(dialog.getByRole("heading", { name: "Model" })).toBeFocused();
  });
});

test("the head of a dialog stays in view when the browser scrolls a far control to the top", async ({ page, app }) => {
  await askTwice(page, app.url);
  await openFromMenu(page, "Chat settings");
  const dialog = page.getByRole("dialog", { name: "Chat settings" });
  await dialog.getByText("Answer as JSON").evaluate((row) => row.scrollIntoView({ block: "start" }));
  await expect(dialog.getByText("Answer as JSON")).toBeInViewport();
  await expect(dialog.getByRole("heading", { name: "Chat settings" })).toBeInViewport();
  expect(await dialog.evaluate((node) => node.scrollTop)).toBe(0);
});
