import type { Locator, Page } from "@playwright/test";
import type { Messages } from "@/locales/messages";
import { arabic, english } from "../support/words";
import { composerLoaded, expect, test } from "./support/fixtures";

/** A page with its words. */
interface Place {
  readonly page: Page;
  readonly t: Messages;
}

const messageBox = ({ page, t }: Place) => page.getByRole("textbox", { name: t.composer.label, exact: true });
const messages = ({ page, t }: Place) => page.getByRole("log", { name: t.chat.thread }).getByRole("article");
const chats = ({ page, t }: Place) => page.getByRole("navigation", { name: t.sidebar.chats });
const dialogNamed = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });

async function replyEnded({ page, t }: Place): Promise<void> {
  await expect(page.getByRole("button", { name: t.composer.stop, exact: true })).toHaveCount(0);
  await expect(messages({ page, t }).last()).not.toHaveAttribute("aria-busy", "true");
}

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
    const before = await page.evaluateHandle(() => document.activeElement);
    await page.keyboard.press(key);
    // A menu moves the focus a moment after the key: the next key would move it once more.
    await expect.poll(() => page.evaluate((element) => element !== document.activeElement, before)).toBe(true);
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

async function write(place: Place, text: string): Promise<void> {
  await press(place.page, "Shift+Escape");
  await expect(messageBox(place)).toBeFocused();
  await place.page.keyboard.type(text);
}

/** Sends what is in the message box. */
async function sendByEnter(place: Place): Promise<void> {
  await press(place.page, "Enter");
  await expect(messageBox(place)).toHaveValue("");
  await replyEnded(place);
}

/** The keys that fold and unfold, which are mirrored from right to left, and the label of the estimated tokens. */
const byLanguage = {
  en: { fold: "ArrowLeft", unfold: "ArrowRight", tokens: /^~[\d,]+ tokens/ },
  ar: { fold: "ArrowRight", unfold: "ArrowLeft", tokens: /رم(ز|و)/ },
} as const;

for (const [lang, t] of [
  ["en", english],
  ["ar", arabic],
] as const) {
  test(`projects, tags, branches, side by side, the inspector, facts, budgets and temporary chats work by keyboard alone (${lang})`, async ({
    page,
    app,
  }) => {
    test.slow();
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.addInitScript((code) => {
      if (localStorage.getItem("lang") === null) localStorage.setItem("lang", code);
    }, lang);
    const place: Place = { page, t };
    const { fold, unfold, tokens } = byLanguage[lang];
    await page.goto(app.url);
    await composerLoaded(page);
    await expect(messageBox(place)).toBeFocused();
    await write(place, "hello");
    await sendByEnter(place);

    await test.step("a project is created, with a budget", async () => {
      await run(page, t.projects.new);
      const dialog = dialogNamed(page, t.projects.edit);
      await expect(dialog.getByRole("textbox", { name: t.projects.name, exact: true })).toBeFocused();
      await page.keyboard.type("Tides");
      await walk(page, "Tab", page.getByRole("textbox", { name: t.costs.budget }));
      await page.keyboard.type("5");
      await walk(page, "Tab", dialog.getByRole("button", { name: t.toolChoice.done, exact: true }));
      await press(page, "Enter");
      await expect(dialog).toHaveCount(0);
      await expect.poll(() => focused(page)).toBeDefined();
    });

    await test.step("the chat is moved into it, and the project is folded and unfolded", async () => {
      const project = chats(place).getByRole("button", { name: /^Tides · / });
      await write(place, "");
      await walk(page, "Shift+Tab", page.locator("header").getByRole("button", { name: t.chat.more, exact: true }));
      await choose(page, t.projects.move);
      await expect(page.getByRole("combobox", { name: t.projects.search })).toBeFocused();
      await page.keyboard.type("tid");
      await press(page, "Enter");
      await expect(page.getByRole("button", { name: `${t.costs.project}: Tides` })).toBeVisible();
      await expect.poll(() => focused(page)).toBeDefined();
      await walk(page, "Shift+Tab", chats(place).getByRole("link", { name: /^hello/ }));
      await walk(page, "ArrowUp", project);
      await press(page, fold);
      await expect(project).toHaveAttribute("aria-expanded", "false");
      await expect(project).toBeFocused();
      await press(page, unfold);
      await expect(project).toHaveAttribute("aria-expanded", "true");
      await expect(project).toBeFocused();
    });

    await test.step("the chat gets a tag, which is removed and added again", async () => {
      await run(page, t.tags.title);
      const dialog = dialogNamed(page, t.tags.title);
      await expect(dialog.getByRole("textbox", { name: t.tags.add })).toBeFocused();
      await page.keyboard.type("neap");
      await press(page, "Enter");
      const tag = dialog.getByRole("button", { name: t.tags.remove.replace("{tag}", "neap") });
      await walk(page, "Tab", tag, 5);
      await press(page, "Enter");
      await expect(tag).toHaveCount(0);
      await walk(page, "Shift+Tab", dialog.getByRole("textbox", { name: t.tags.add }), 8);
      await page.keyboard.type("neap");
      await press(page, "Enter");
      await expect(tag).toBeVisible();
      await press(page, "Escape");
      await expect(page.locator("header p").getByText("neap", { exact: true })).toBeVisible();
    });

    await test.step("several models are asked, and one is chosen", async () => {
      await write(place, ":several");
      await press(page, "Enter");
      const dialog = dialogNamed(page, t.several.open);
      await expect(dialog).toBeVisible();
      await walk(page, "Tab", dialog.getByLabel(t.several.message, { exact: true }));
      await page.keyboard.type("When is high tide?");
      await walk(page, "Tab", dialog.getByLabel(t.models.search));
      await page.keyboard.type("gpt-4o");
      await walk(page, "Tab", dialog.getByRole("checkbox", { name: /^gpt-4o-mini / }));
      await press(page, "Space");
      await walk(page, "Tab", dialog.getByRole("checkbox", { name: /^gpt-4o / }));
      await press(page, "Space");
      await expect(dialog.getByRole("checkbox", { checked: true })).toHaveCount(2);
      await walk(page, "Tab", dialog.getByRole("button", { name: t.composer.send, exact: true }));
      await press(page, "Enter");
      await replyEnded(place);
      await expect.poll(() => focused(page)).toBeDefined();
      await walk(page, "Shift+Tab", page.getByRole("button", { name: t.several.choose }));
      await press(page, "Enter");
      await expect(page.getByRole("article", { name: t.several.replies })).toHaveCount(0);
      await expect(messageBox(place)).toBeFocused();
    });

    await test.step("the other reply is a branch, to which the tree leads", async () => {
      await run(page, t.branches.title);
      const dialog = dialogNamed(page, t.branches.title);
      const row = (index: number) => dialog.getByRole("treeitem").nth(index);
      await expect(row(1)).toHaveAttribute("aria-current", "true");
      await expect(row(1)).toBeFocused();
      await press(page, fold);
      await expect(row(0)).toBeFocused();
      await press(page, unfold);
      await expect(row(1)).toBeFocused();
      await press(page, "ArrowUp", "F2");
      await expect(page.getByRole("textbox", { name: t.branches.name })).toBeFocused();
      await page.keyboard.type("Flood");
      await press(page, "Enter");
      await expect(row(0)).toContainText("Flood");
      await expect(row(0)).toBeFocused();
      await press(page, "Enter");
      await expect(dialog).toHaveCount(0);
      await expect.poll(() => focused(page)).toBeDefined();
      await run(page, t.branches.title);
      await expect(dialog.getByRole("treeitem", { name: "Flood" })).toHaveAttribute("aria-current", "true");
      await press(page, "Escape");
      await expect(dialog).toHaveCount(0);
    });

    await test.step("a message becomes a fact, and facts are turned on", async () => {
      await write(place, "");
      const question = messages(place).nth(2);
      await walk(page, "Shift+Tab", question.getByRole("toolbar").getByRole("button"), 40);
      await press(page, "Home");
      await walk(page, unfold, question.getByRole("button", { name: t.message.more, exact: true }), 12);
      await choose(page, t.message.remember);
      const dialog = dialogNamed(page, t.message.remember);
      await expect(dialog.getByRole("textbox", { name: t.facts.text })).toBeFocused();
      await walk(page, "Tab", dialog.getByRole("switch"), 5);
      await press(page, "Space");
      await walk(page, "Tab", dialog.getByRole("button", { name: t.thread.save, exact: true }), 5);
      await press(page, "Enter");
      await expect(dialog).toHaveCount(0);
      await expect.poll(() => focused(page)).toBeDefined();
    });

    await test.step("a part of the next request is switched off", async () => {
      await write(place, "And low tide?");
      const meter = page.locator("form [aria-haspopup=dialog]").filter({ hasText: tokens });
      await meter.waitFor();
      await walk(page, "Tab", meter);
      await press(page, "Enter");
      const dialog = dialogNamed(page, t.inspector.title);
      await expect(dialog.getByTestId("request-body")).toContainText("When is high tide?");
      const history = dialog.getByRole("switch", { name: t.inspector.part_history, exact: true });
      await walk(page, "Tab", history);
      await press(page, "Space");
      await expect(history).not.toBeChecked();
      await expect(history).toBeFocused();
      await press(page, "Escape");
      await expect(dialog).toHaveCount(0);
      await expect.poll(() => focused(page)).toMatch(tokens);
      await write(place, "");
      await sendByEnter(place);
      await expect(messages(place)).toHaveCount(6);
    });

    await test.step("a monthly budget is set, and notifications are turned on", async () => {
      await press(page, "Control+,");
      await expect(page.getByRole("heading", { name: t.settings.title, level: 1 })).toBeVisible();
      await walk(page, "Tab", page.locator("#replyNotifications").getByRole("switch"), 300);
      await press(page, "Space");
      await expect.poll(() => focused(page)).toBeDefined();
      await walk(page, "Tab", page.getByRole("textbox", { name: t.costs.budget }), 300);
      await page.keyboard.type("20");
      await press(page, "Tab");
      await expect(page.getByRole("textbox", { name: t.costs.budget })).toHaveValue("20");
      await press(page, "Escape");
    });

    await test.step("a temporary chat is started and kept", async () => {
      await run(page, t.temporary.title);
      const notice = page.getByRole("complementary", { name: t.temporary.title });
      await expect(notice).toBeVisible();
      await expect(messageBox(place)).toBeFocused();
      await page.keyboard.type("for now");
      await sendByEnter(place);
      await walk(page, "Shift+Tab", page.getByRole("button", { name: t.temporary.keep }));
      await press(page, "Enter");
      await expect(notice).toBeHidden();
      await expect(messageBox(place)).toBeFocused();
    });
  });
}
