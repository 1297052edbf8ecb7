import type { Page } from "@playwright/test";
import { expect, messageBox, messages, replyEnded, test } from "./support/fixtures";

/** Nothing here is pressed with a pointer: keys alone lead to it, as `Tab` reaches it or a shortcut does. */
const press = (page: Page, ...keys: string[]) =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());

async function write(page: Page, text: string): Promise<void> {
  await press(page, "Shift+Escape");
  await expect(messageBox(page)).toBeFocused();
  await page.keyboard.type(text);
  await press(page, "Enter");
}

/** Walks with `Tab`, or backwards, until something of this name has the focus. */
async function tabTo(page: Page, name: string | RegExp, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  for (let step = 0; step < 80; step++) {
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      return element?.getAttribute("aria-label") ?? element?.textContent ?? "";
    });
    if (typeof name === "string" ? focused.trim() === name : name.test(focused)) return;
    await press(page, key);
  }
  throw new Error(`Nothing called ${name} was reached by ${key}.`);
}

/** Walks along a toolbar until a control of this name has the focus. */
async function walkTo(page: Page, name: string): Promise<void> {
  for (let step = 0; step < 12; step++) {
    if ((await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))) === name) return;
    await press(page, "ArrowRight");
  }
  throw new Error(`Nothing called ${name} stands in the toolbar.`);
}

/** Chooses a row of the menu that is open. */
async function choose(page: Page, name: string): Promise<void> {
  const item = page.getByRole("menuitem", { name, exact: true });
  await item.waitFor();
  for (let step = 0; step < 20; step++) {
    if (await item.evaluate((element) => element === document.activeElement)) return press(page, "Enter");
    await press(page, "ArrowDown");
  }
  throw new Error(`${name} was not reached in the menu.`);
}

/** Does something with the last reply, by its row of buttons. */
async function actOnLastReply(page: Page, name: string): Promise<void> {
  await press(page, "Shift+Escape");
  // The row above the message box has one stop, at its first button.
  await tabTo(page, "Copy", "Shift+Tab");
  if (["Copy", "Retry", "Pin to context"].includes(name)) {
    await walkTo(page, name);
    return press(page, "Enter");
  }
  await walkTo(page, "More actions");
  await press(page, "Enter");
  await choose(page, name);
}

test("what people do most with a chat is done by keyboard alone", async ({ page, app, provider }) => {
  test.slow();
  await page.goto(app.url);
  await expect(page.getByRole("toolbar", { name: "Tools" })).toBeVisible();

  await write(page, "endless");
  await expect(messages(page).nth(1)).toContainText("word3");
  await press(page, "Escape");
  await replyEnded(page);

  await press(page, "Control+Shift+O");
  await expect(messages(page)).toHaveCount(0);
  await write(page, "one");
  await replyEnded(page);

  await actOnLastReply(page, "Retry");
  await expect(messages(page).nth(1)).toContainText("2/2");
  await replyEnded(page);

  await actOnLastReply(page, "Edit");
  await page.keyboard.type(" And more.");
  await press(page, "Control+Enter");
  await expect(messages(page).nth(1)).toContainText("You said: one And more.");

  await actOnLastReply(page, "Pin to context");
  await expect(page.getByText("Pinned to the context")).toBeVisible();

  await write(page, "two");
  await replyEnded(page);
  await actOnLastReply(page, "Delete");
  await expect(messages(page)).toHaveCount(3);
  await press(page, "Control+z");
  await expect(messages(page)).toHaveCount(4);

  await write(page, ":fork");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("one");
  await expect(page.getByRole("navigation", { name: "Chats" }).getByRole("link")).toHaveCount(3);

  await press(page, "Control+Shift+Backspace");
  await expect(page.getByText("Context cleared", { exact: true }).first()).toBeVisible();
  await write(page, "after");
  await replyEnded(page);
  expect(provider.asked.at(-1)?.messages.map(({ content }) => content)).not.toContain("two");

  const here = page.url();
  await press(page, "Alt+ArrowDown");
  expect(page.url()).not.toBe(here);

  await press(page, "Control+Shift+L");
  // Without waiting for the list: what is typed before it is there belongs to it.
  await page.keyboard.type("gpt-4o");
  await press(page, "Enter");
  await expect(page.getByRole("button", { name: "Model: gpt-4o", exact: true })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  const choosing = page.waitForEvent("filechooser");
  await press(page, "Shift+Escape");
  await tabTo(page, "Add and actions");
  await press(page, "Enter");
  await choose(page, "Add images");
  await (await choosing).setFiles("test/fixtures/images/tide.png");
  await expect(page.getByRole("list", { name: "Attachments" }).getByRole("img")).toHaveCount(1);
  await write(page, "look");
  await replyEnded(page);
  expect(JSON.stringify(provider.asked.at(-1)?.messages.at(-1))).toContain("data:image/png;base64,");

  await press(page, "Shift+Escape");
  await page.keyboard.type("/");
  await expect(
    page.getByRole("listbox", { name: "Prompts" }).or(page.getByText("No prompts are saved yet")),
  ).toBeVisible();
  await press(page, "Escape", "Control+A", "Delete");

  await tabTo(page, "More", "Shift+Tab");
  await press(page, "Enter");
  await choose(page, "Rename");
  await page.keyboard.type("Named by keys");
  await press(page, "Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Named by keys");

  await press(page, "Control+,");
  await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
  await tabTo(page, "Auto");
  await press(page, "ArrowRight", "ArrowRight");
  await expect(page.locator("body")).toHaveClass(/dark/);
  await page.getByRole("combobox", { name: "Language" }).focus();
  await press(page, "ArrowUp");
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-Hans");
});
