import { devices, type Locator, type Page } from "@playwright/test";
import type { Messages } from "@/locales/messages";
import { arabic, english } from "../support/words";
import { axeFindings } from "./support/axe";
import { composerLoaded, expect, replyEnded, test } from "./support/fixtures";

const { defaultBrowserType: _browser, ...phone } = devices["Pixel 5"];

const dialogNamed = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });
const focused = (page: Page) => page.locator(":focus");
const messageBox = (page: Page, t: Messages) => page.getByRole("textbox", { name: t.composer.label, exact: true });
const messages = (page: Page, t: Messages) => page.getByRole("log", { name: t.chat.thread }).getByRole("article");

/** Selects a passage of a message, as a long press and its handles do. */
async function selectPassage(message: Locator, passage: string): Promise<void> {
  await message.evaluate((article, text) => {
    const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const start = node.textContent?.indexOf(text) ?? -1;
      if (start !== -1) getSelection()?.setBaseAndExtent(node, start, node, start + text.length);
    }
  }, passage);
}

test.describe("by touch, from right to left", () => {
  test.use({ ...phone, viewport: { width: 390, height: 844 }, locale: "ar" });
  const t = arabic;

  async function expectFits(page: Page, part: string): Promise<void> {
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await axeFindings(page, { within: part })).toEqual([]);
  }

  test("a chat is renamed, duplicated and pinned, and gets a quote, a system prompt and a tool", async ({
    page,
    app,
    provider,
  }) => {
    test.slow();
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(`${app.url}/chat`);
    await composerLoaded(page);
    await messageBox(page, t).fill("متى يكون المد العالي في الميناء اليوم؟");
    await page.getByRole("button", { name: t.composer.send, exact: true }).tap();
    await expect(messages(page, t)).toHaveCount(2);
    await replyEndedIn(page, t);
    const header = page.locator("header");
    const chooseInMenu = async (item: string) => {
      await header.getByRole("button", { name: t.chat.more, exact: true }).tap();
      await page.getByRole("menuitem", { name: item, exact: true }).tap();
    };

    await test.step("it is renamed", async () => {
      await chooseInMenu(t.chat.rename);
      await page.keyboard.press("Control+A");
      await page.keyboard.type("مواعيد المد");
      await page.keyboard.press("Enter");
      await expect(header.getByRole("heading")).toContainText("مواعيد المد");
    });

    await test.step("it is pinned, which a message confirms", async () => {
      await chooseInMenu(t.chatList.pin);
      await expect(page.getByRole("status").filter({ hasText: t.toasts.chatPinned }).first()).toBeVisible();
    });

    await test.step("it is duplicated, and the copy opens", async () => {
      const before = page.url();
      await chooseInMenu(t.chatList.duplicate);
      await expect(page).not.toHaveURL(before);
      await expect(messages(page, t)).toHaveCount(2);
    });

    await test.step("a passage is quoted", async () => {
      await selectPassage(messages(page, t).last(), "المد العالي");
      const quote = page.locator("button[data-quote]");
      await expect(quote).toBeVisible();
      await quote.tap();
      await expect(messageBox(page, t)).toHaveValue("> المد العالي\n\n");
      await expect(messageBox(page, t)).toBeFocused();
      await page.keyboard.type("وغدًا؟");
      await page.getByRole("button", { name: t.composer.send, exact: true }).tap();
      await expect(messages(page, t)).toHaveCount(4);
      await replyEndedIn(page, t);
    });

    await test.step("it gets a system prompt", async () => {
      await chooseInMenu(t.chat.settings);
      const dialog = dialogNamed(page, t.chat.settings);
      await expect(dialog).toBeVisible();
      const field = dialog.getByRole("textbox", { name: t.chatSettings.systemPrompt });
      await field.tap();
      await page.keyboard.type("أجب بجملة واحدة.");
      await dialog.getByRole("button", { name: t.chatSettings.done, exact: true }).tap();
      await expect(dialog).toHaveCount(0);
    });

    await test.step("a tool is turned on", async () => {
      await page.getByRole("button", { name: t.composerTools.actions, exact: true }).tap();
      await page.getByRole("menuitem", { name: new RegExp(`^${t.toolChoice.title}`) }).tap();
      const dialog = dialogNamed(page, t.toolChoice.title);
      const weather = dialog.getByRole("switch", { name: t.builtinTools.name_weather });
      await weather.scrollIntoViewIfNeeded();
      await weather.tap();
      await expect(weather).toBeChecked();
      await dialog.getByText(t.mcp.toolsOf.replace("{name}", t.builtinTools.name_weather)).tap();
      await expect(dialog.getByRole("switch", { name: t.builtinTools.tool_forecast })).toBeChecked();
      await expectFits(page, "dialog[open]");
      await dialog.getByRole("button", { name: t.toolChoice.done, exact: true }).tap();
      await expect(dialog).toHaveCount(0);
      await messageBox(page, t).fill("كيف الطقس؟");
      await page.getByRole("button", { name: t.composer.send, exact: true }).tap();
      await expect(messages(page, t)).toHaveCount(6);
      await replyEndedIn(page, t);
      const asked = provider.asked.findLast(({ tools }) => tools.length > 0);
      expect(asked?.tools).toContain("forecast");
      expect(asked?.messages.map(({ content }) => content)).toContain("أجب بجملة واحدة.");
    });
  });
});

async function replyEndedIn(page: Page, t: Messages): Promise<void> {
  await expect(page.getByRole("button", { name: t.composer.stop, exact: true })).toHaveCount(0);
  await expect(messages(page, t).last()).not.toHaveAttribute("aria-busy", "true");
}

/** Presses a key until an element has the focus. Returns the number of presses. */
async function walk(page: Page, key: string, to: Locator, steps = 40): Promise<number> {
  for (let count = 1; count <= steps; count++) {
    await page.keyboard.press(key);
    const all = await to.evaluateAll((nodes) => nodes.some((node) => node === document.activeElement));
    if (all) return count;
  }
  const name = await focused(page).evaluate((node) => node.outerHTML.slice(0, 200));
  throw new Error(`not reached in ${steps} steps; focused: ${name}`);
}

test("by keyboard alone, a passage is quoted, and a chat gets a system prompt and a tool", async ({
  page,
  app,
  provider,
}) => {
  test.slow();
  const t = english;
  await page.goto(`${app.url}/chat`);
  await composerLoaded(page);
  await page.keyboard.type("When is high tide?");
  await page.keyboard.press("Enter");
  await expect(messages(page, t)).toHaveCount(2);
  await replyEnded(page);

  await test.step("the last reply is quoted from its menu", async () => {
    const reply = messages(page, t).last();
    // The row of buttons is one stop before the message box.
    await walk(page, "Shift+Tab", reply.getByRole("toolbar").getByRole("button"), 2);
    await walk(page, "ArrowRight", reply.getByRole("button", { name: t.message.more, exact: true }), 4);
    await page.keyboard.press("Enter");
    await page.getByRole("menu").waitFor();
    await walk(page, "ArrowDown", page.getByRole("menuitem", { name: t.thread.quote, exact: true }), 12);
    await page.keyboard.press("Enter");
    await expect(messageBox(page, t)).toHaveValue("> You said: When is high tide?\n\n");
    await expect(messageBox(page, t)).toBeFocused();
    await page.keyboard.type("And tomorrow?");
    await page.keyboard.press("Enter");
    await expect(messages(page, t)).toHaveCount(4);
    await replyEnded(page);
  });

  await test.step("a system prompt is written", async () => {
    await takeFromPalette(page, t.chatSettings.systemPrompt, t.chat.settings);
    const dialog = dialogNamed(page, t.chat.settings);
    await expect(dialog).toBeVisible();
    await walk(page, "Tab", dialog.getByRole("textbox", { name: t.chatSettings.systemPrompt }), 10);
    await page.keyboard.type("Answer in one sentence.");
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(messageBox(page, t)).toBeFocused();
  });

  await test.step("a tool is turned on", async () => {
    await takeFromPalette(page, t.toolChoice.title, t.toolChoice.title);
    const dialog = dialogNamed(page, t.toolChoice.title);
    const weather = dialog.getByRole("switch", { name: t.builtinTools.name_weather });
    await expect(weather).toBeVisible();
    await walk(page, "Tab", weather, 10);
    await page.keyboard.press("Space");
    await expect(weather).toBeChecked();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(messageBox(page, t)).toBeFocused();
    await page.keyboard.type("How is the weather?");
    await expect(messageBox(page, t)).toHaveValue("How is the weather?");
    await page.keyboard.press("Enter");
    await expect(messages(page, t)).toHaveCount(6);
    await replyEnded(page);
    const asked = provider.asked.findLast(({ tools }) => tools.length > 0);
    expect(asked?.tools).toContain("forecast");
    expect(asked?.messages.map(({ content }) => content)).toContain("Answer in one sentence.");
  });
});

/** Searches the command palette, and takes the first row, which must have this name. */
async function takeFromPalette(page: Page, words: string, name: string): Promise<void> {
  await page.keyboard.press("Control+K");
  await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
  await page.keyboard.type(words);
  await expect(page.getByRole("option").first()).toHaveText(new RegExp(`^${name}`));
  await page.keyboard.press("Enter");
}

test("with the skip link, Add an API key is at the start of the main part", async ({ page, keyless }) => {
  await page.goto(`${keyless.url}/chat`);
  await composerLoaded(page);
  const add = page.getByRole("button", { name: english.access.useOwnKey });
  await expect(add).toBeVisible();
  await page.getByRole("link", { name: english.app.skipToContent }).focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toBeFocused();
  // After the buttons of the header.
  await walk(page, "Tab", add, 6);
});

for (const [width, height] of [
  [1280, 800],
  [390, 844],
] as const) {
  test(`Add an API key keeps its place when its address appears, at ${width} × ${height}`, async ({
    page,
    keyless,
  }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.setViewportSize({ width, height });
    await page.goto(`${keyless.url}/chat`);
    await page.getByRole("button", { name: english.access.useOwnKey }).click();
    const dialog = dialogNamed(page, english.access.useOwnKey);
    const top = () => dialog.evaluate((node) => node.getBoundingClientRect().top);
    await expect(dialog).toBeVisible();
    const before = await top();
    await dialog.getByRole("button", { name: english.addKey.changeAddress }).click();
    await expect(dialog.getByRole("textbox", { name: english.addKey.address })).toBeVisible();
    expect(await top()).toBe(before);
  });
}

test("at 400 % zoom, the result of a key's check comes into view", async ({ page, keyless }) => {
  await page.setViewportSize({ width: 360, height: 225 });
  await page.route("https://api.openai.com/**", (route) => route.fulfill({ status: 401, json: {} }));
  await page.route("**/api/openai/**", (route) => route.fulfill({ status: 401, json: {} }));
  await page.goto(`${keyless.url}/chat`);
  await page.getByRole("button", { name: english.access.useOwnKey }).click();
  const dialog = dialogNamed(page, english.access.useOwnKey);
  await dialog.getByLabel(/^API key/).fill("sk-proj-abcdefghijklmnopqrstuvwxyz012345");
  const status = dialog.getByRole("status");
  await expect(status).toHaveText(/rejected this API key/);
  await expect(status).toBeInViewport({ ratio: 0.99 });
  await expect(dialog.getByRole("button", { name: english.usage.check })).toBeInViewport({ ratio: 0.99 });
});

test("the tooltip of a chat covers no other row of the list, and a title that fits has none", async ({ page, app }) => {
  await page.goto(`${app.url}/chat`);
  await composerLoaded(page);
  for (const text of ["High tide?", "A question so long that its beginning does not fit into the list of chats"]) {
    await messageBox(page, english).fill(text);
    await page.keyboard.press("Enter");
    await expect(messages(page, english)).toHaveCount(2);
    await replyEnded(page);
    await page.keyboard.press("Control+Shift+O");
    await expect(messages(page, english)).toHaveCount(0);
  }
  const list = page.getByRole("navigation", { name: english.sidebar.chats });
  const tip = page.locator("[data-tip-layer]");
  await list.getByRole("link", { name: /^A question/ }).hover({ position: { x: 20, y: 20 } });
  await expect(tip).toBeVisible();
  const [tipBox, listBox] = await Promise.all([tip.boundingBox(), list.boundingBox()]);
  expect(tipBox?.x).toBeGreaterThanOrEqual((listBox?.x ?? 0) + (listBox?.width ?? 0) - 12);
  await list.getByRole("link", { name: /^High tide/ }).hover({ position: { x: 20, y: 20 } });
  await expect(tip).toBeHidden();
  await page.waitForTimeout(600);
  await expect(tip).toBeHidden();
});

test("on a phone, an excerpt in the command palette shows the word that was found", async ({ page, app }) => {
  await page.goto(`${app.url}/chat`);
  await composerLoaded(page);
  await messageBox(page, english).fill(
    "Please explain how spring tides and neap tides differ at Port Amber, and why the harbour master cares",
  );
  await page.keyboard.press("Enter");
  await expect(messages(page, english)).toHaveCount(2);
  await replyEnded(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.keyboard.press("Control+K");
  await page.keyboard.type("harbour");
  const found = page.getByRole("option").first().locator("mark").first();
  await expect(found).toBeInViewport({ ratio: 0.99 });
  expect((await found.boundingBox())?.width).toBeGreaterThan(30);
});

test("after the command palette is closed, the message box has its caret", async ({ page, app }) => {
  await page.goto(`${app.url}/chat`);
  await composerLoaded(page);
  await page.keyboard.type("high tide");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Control+K");
  await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(messageBox(page, english)).toBeFocused();
  await page.keyboard.type("!");
  await expect(messageBox(page, english)).toHaveValue("high tid!e");
});
