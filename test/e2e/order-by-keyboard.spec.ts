import type { Locator, Page } from "@playwright/test";
import { composerLoaded, expect, messageBox, messages, replyEnded, test } from "./support/fixtures";

/** Returns the name of the focused element; undefined if the focus is lost. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null;
    if (!element || element === document.body) return undefined;
    const labels = [...(element.labels ?? [])].map(({ textContent }) => textContent);
    const ids = element.getAttribute("aria-labelledby")?.split(" ") ?? [];
    const named = ids.map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
    const names = [element.getAttribute("aria-label"), named, ...labels, element.textContent];
    return names.map((name) => name?.trim()).find((name) => name) ?? element.tagName;
  });

/** Whether the focused element, a part of it or its box has an outline or a ring. */
const isFocusVisible = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return false;
    // The handle of the sidebar is colored by a pseudo-element. A screen or a dialog that has opened needs no ring.
    if (element.matches("[role=separator], [data-dialog-title], main")) return true;
    if (!element.matches(":focus-visible")) return false;
    // The ring of a check box is on the element beside it, and that of the message box on the box of its form.
    const around = [element, element.nextElementSibling, element.parentElement, element.closest("form")];
    return [...around, ...element.querySelectorAll("*")].some((each) => {
      if (!each) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each);
      return (outlineStyle !== "none" && parseFloat(outlineWidth) > 0) || boxShadow !== "none";
    });
  });

/** Presses keys. The focus must not be lost. */
async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
    await expect.poll(() => focused(page), { message: `the focus after ${key}` }).toBeDefined();
  }
}

/** Presses a key until an element has the focus, which must be visible. */
async function walk(page: Page, key: string, to: Locator, steps = 90): Promise<void> {
  const passed: (string | undefined)[] = [];
  for (let step = 0; step < steps; step++) {
    const isThere = await to.evaluateAll((all) => all.some((each) => each === document.activeElement));
    passed.push(await focused(page));
    expect(
      passed.at(-1) === undefined || (await isFocusVisible(page)),
      `the focus on ${passed.at(-1)} is visible`,
    ).toBe(true);
    if (isThere) return;
    // After the last element, the browser's own buttons have the focus.
    await page.keyboard.press(key);
  }
  throw new Error(`${to} was not reached by ${key}: ${passed.join(", ")}`);
}

/** Runs a command of the palette. */
async function run(page: Page, command: string): Promise<void> {
  await press(page, "Control+K");
  await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
  await page.keyboard.type(`> ${command}`);
  await expect(page.getByRole("option", { name: command, exact: true })).toBeVisible();
  await press(page, "Enter");
}

/** Opens a menu that has the focus and chooses an item. */
async function choose(page: Page, item: string): Promise<void> {
  await press(page, "Enter");
  await page.getByRole("menuitem", { name: item, exact: true }).waitFor();
  await walk(page, "ArrowDown", page.getByRole("menuitem", { name: item, exact: true }), 20);
  await press(page, "Enter");
}

async function write(page: Page, text: string): Promise<void> {
  await press(page, "Shift+Escape");
  await expect(messageBox(page)).toBeFocused();
  await page.keyboard.type(text);
}

test("projects, side by side, the inspector, budgets and temporary chats work by keyboard alone", async ({
  page,
  app,
}) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(app.url);
  await composerLoaded(page);
  await expect(messageBox(page)).toBeFocused();
  await write(page, "hello");
  await press(page, "Enter");
  await replyEnded(page);

  await test.step("a project is created, with a budget", async () => {
    await run(page, "New project");
    const dialog = page.getByRole("dialog", { name: "Edit project" });
    await expect(dialog.getByRole("textbox", { name: "Name" })).toBeFocused();
    await page.keyboard.type("Tides");
    await walk(page, "Tab", page.getByRole("textbox", { name: "Monthly budget" }));
    await page.keyboard.type("5");
    await walk(page, "Tab", dialog.getByRole("button", { name: "Done" }));
    await press(page, "Enter");
    await expect(dialog).toHaveCount(0);
    await expect.poll(() => focused(page)).toBeDefined();
  });

  await test.step("the chat is moved into it, and the project is folded and unfolded", async () => {
    const project = page.getByRole("navigation", { name: "Chats" }).getByRole("button", { name: /^Tides · / });
    await write(page, "");
    await walk(page, "Shift+Tab", page.locator("header").getByRole("button", { name: "More", exact: true }));
    await choose(page, "Move to project");
    await expect(page.getByRole("combobox", { name: "Search projects" })).toBeFocused();
    await page.keyboard.type("tid");
    await press(page, "Enter");
    await expect(page.getByRole("button", { name: "Project: Tides" })).toBeVisible();
    await expect.poll(() => focused(page)).toBeDefined();
    await walk(
      page,
      "Shift+Tab",
      page.getByRole("navigation", { name: "Chats" }).getByRole("link", { name: /^hello/ }),
    );
    await walk(page, "ArrowUp", project);
    await press(page, "ArrowLeft");
    await expect(project).toHaveAttribute("aria-expanded", "false");
    await expect(project).toBeFocused();
    await press(page, "ArrowRight");
    await expect(project).toHaveAttribute("aria-expanded", "true");
    await expect(project).toBeFocused();
  });

  await test.step("several models are asked, and one is chosen", async () => {
    await write(page, ":several");
    await press(page, "Enter");
    const dialog = page.getByRole("dialog", { name: "Ask several models" });
    await expect(dialog).toBeVisible();
    await walk(page, "Tab", dialog.getByLabel("Message", { exact: true }));
    await page.keyboard.type("When is high tide?");
    await walk(page, "Tab", dialog.getByLabel("Search models"));
    await page.keyboard.type("gpt-4o");
    await walk(page, "Tab", dialog.getByRole("checkbox", { name: /^gpt-4o-mini / }));
    await press(page, "Space");
    await walk(page, "Tab", dialog.getByRole("checkbox", { name: /^gpt-4o / }));
    await press(page, "Space");
    await expect(dialog.getByRole("status")).toHaveText(/^2 of 6/);
    await walk(page, "Tab", dialog.getByRole("button", { name: "Send", exact: true }));
    await press(page, "Enter");
    await replyEnded(page);
    await expect.poll(() => focused(page)).toBeDefined();
    await walk(page, "Shift+Tab", page.getByRole("button", { name: "Continue with this one" }));
    await press(page, "Enter");
    await expect(page.getByRole("article", { name: "Replies side by side" })).toHaveCount(0);
    await expect(messageBox(page)).toBeFocused();
  });

  await test.step("a part of the next request is switched off", async () => {
    await write(page, "And low tide?");
    await page.getByRole("button", { name: /^~[\d,]+ tokens/ }).waitFor();
    await walk(page, "Tab", page.getByRole("button", { name: /^~[\d,]+ tokens/ }));
    await press(page, "Enter");
    const dialog = page.getByRole("dialog", { name: "What is sent" });
    await expect(dialog.getByTestId("request-body")).toBeVisible();
    await walk(page, "Tab", dialog.getByRole("switch", { name: "Earlier messages" }));
    await press(page, "Space");
    await expect(dialog.getByRole("switch", { name: "Earlier messages" })).not.toBeChecked();
    await expect(dialog.getByRole("switch", { name: "Earlier messages" })).toBeFocused();
    await press(page, "Escape");
    await expect(dialog).toHaveCount(0);
    await expect.poll(() => focused(page)).toMatch(/tokens/);
    await write(page, "");
    await press(page, "Enter");
    await replyEnded(page);
    await expect(messages(page)).toHaveCount(6);
  });

  await test.step("a monthly budget is set", async () => {
    await press(page, "Control+,");
    await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
    await walk(page, "Tab", page.getByRole("textbox", { name: "Monthly budget" }), 300);
    await page.keyboard.type("20");
    await press(page, "Tab");
    await expect(page.getByRole("textbox", { name: "Monthly budget" })).toHaveValue("20");
    await press(page, "Escape");
  });

  await test.step("a temporary chat is started and kept", async () => {
    await run(page, "Temporary chat");
    const notice = page.getByRole("complementary", { name: "Temporary chat" });
    await expect(notice).toBeVisible();
    await expect(messageBox(page)).toBeFocused();
    await page.keyboard.type("for now");
    await press(page, "Enter");
    await replyEnded(page);
    await walk(page, "Shift+Tab", page.getByRole("button", { name: "Keep this chat" }));
    await press(page, "Enter");
    await expect(notice).toBeHidden();
    await expect(messageBox(page)).toBeFocused();
  });
});
