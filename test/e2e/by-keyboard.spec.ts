import type { Locator, Page } from "@playwright/test";
import type { Messages } from "@/locales/messages";
import { arabic, english } from "../support/words";
import { composerLoaded, expect, test } from "./support/fixtures";

/** Nothing here is pressed with a pointer: keys alone lead to it, as `Tab` reaches it or a shortcut does. */
const press = (page: Page, ...keys: string[]) =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());

/** A page with its words, in whose language its controls are called and its rows run. */
interface Place {
  readonly page: Page;
  readonly t: Messages;
}

const box = ({ page, t }: Place) => page.getByRole("textbox", { name: t.composer.label, exact: true });
const messages = ({ page, t }: Place) => page.getByRole("log", { name: t.chat.thread }).getByRole("article");
const chats = ({ page, t }: Place) => page.getByRole("navigation", { name: t.sidebar.chats }).getByRole("link");
const heading = ({ page }: Place) => page.getByRole("heading", { level: 1 });
/** The key that goes on in a row of controls. */
const onwards = async ({ page }: Place) =>
  (await page.evaluate(() => document.documentElement.dir)) === "rtl" ? "ArrowLeft" : "ArrowRight";

async function toBox(place: Place): Promise<void> {
  await press(place.page, "Shift+Escape");
  await expect(box(place)).toBeFocused();
}

async function write(place: Place, text: string): Promise<void> {
  await toBox(place);
  await place.page.keyboard.type(text);
  await press(place.page, "Enter");
  // What is sent before the app knows who answers stays in the box until it does.
  await expect(box(place)).toHaveValue("");
}

async function ended(place: Place): Promise<void> {
  await expect(messages(place).last()).not.toHaveAttribute("aria-busy", "true");
  await expect(place.page.getByRole("button", { name: place.t.composer.stop, exact: true })).toHaveCount(0);
}

/** Walks with a key until something that is called so has the focus. */
async function walk(page: Page, key: string, name: string, steps = 90): Promise<void> {
  for (let step = 0; step < steps; step++) {
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      const labels = [...((element as HTMLInputElement | null)?.labels ?? [])].map(({ textContent }) => textContent);
      const by = element?.getAttribute("aria-labelledby")?.split(" ") ?? [];
      const named = by.map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
      return [element?.getAttribute("aria-label"), named, ...labels, element?.textContent].map((each) => each?.trim());
    });
    if (focused.includes(name)) return;
    await press(page, key);
  }
  throw new Error(`Nothing called ${name} was reached by ${key}.`);
}

/** Chooses a row of the menu that is open. */
async function choose({ page }: Place, name: string): Promise<void> {
  const item = page.getByRole("menuitem", { name, exact: true });
  await item.waitFor();
  // Menus move the focus in a later task, so several quick presses can count as one.
  for (let step = 0; step < 80; step++) {
    if (await item.evaluate((element) => element === document.activeElement)) return press(page, "Enter");
    await press(page, "ArrowDown");
  }
  throw new Error(`${name} was not reached in the menu.`);
}

/** Does something with the last reply, by its row of buttons, or what it has behind the last of them. */
async function actOnLastReply(place: Place, name: string, isInMenu = false): Promise<void> {
  const { page, t } = place;
  await toBox(place);
  // The row has one stop, where one was last.
  const isThere = () =>
    messages(place)
      .last()
      .evaluate((reply) => reply.querySelector("[role=toolbar] :focus") !== null);
  for (let step = 0; step < 40 && !(await isThere()); step++) await press(page, "Shift+Tab");
  await press(page, "Home");
  await walk(page, await onwards(place), isInMenu ? t.message.more : name, 12);
  await press(page, "Enter");
  if (isInMenu) await choose(place, name);
}

/** Opens the menu of the chat in the header. */
async function chatMenu(place: Place, name: string): Promise<void> {
  await toBox(place);
  await walk(place.page, "Shift+Tab", place.t.chat.more);
  await press(place.page, "Enter");
  await choose(place, name);
}

/** Searches everywhere and takes what is found first. */
async function jumpTo(place: Place, words: string, found: Locator): Promise<void> {
  await press(place.page, "Control+K");
  await expect(place.page.getByRole("dialog").getByRole("combobox")).toBeFocused();
  await place.page.keyboard.type(words);
  await expect(found.first()).toBeVisible();
  await press(place.page, "Enter");
}

for (const [lang, t] of [
  ["en", english],
  ["ar", arabic],
] as const) {
  test(`the most common tasks work by keyboard alone (${lang})`, async ({ page, app, provider, context }) => {
    test.slow();
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.addInitScript((code) => {
      if (localStorage.getItem("lang") === null) localStorage.setItem("lang", code);
    }, lang);
    const place: Place = { page, t };
    const replies = messages(place);
    await page.goto(app.url);
    await composerLoaded(page);

    await test.step("1 a question is sent, 2 its reply is stopped", async () => {
      await write(place, "endless");
      await expect(replies.nth(1)).toContainText("word3");
      await press(page, "Escape");
      await ended(place);
    });
    await test.step("3 a new chat is started", async () => {
      await press(page, "Control+Shift+O");
      await expect(replies).toHaveCount(0);
      await write(place, "one");
      await ended(place);
    });
    await test.step("4 a reply is retried, 5 its versions are switched", async () => {
      await actOnLastReply(place, t.message.retry);
      await expect(replies.nth(1)).toContainText("2/2");
      await ended(place);
      await actOnLastReply(place, t.thread.previousVersion);
      await expect(replies.nth(1)).toContainText("1/2");
    });
    await test.step("6 a message is edited", async () => {
      await actOnLastReply(place, t.thread.edit, true);
      await page.keyboard.type(" And more.");
      await press(page, "Control+Enter");
      await expect(replies.nth(1)).toContainText("You said: one And more.");
    });
    await test.step("7 it is copied", async () => {
      await actOnLastReply(place, t.message.copy);
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("You said: one And more.");
    });
    await test.step("8 it is pinned to the context", async () => {
      await actOnLastReply(place, t.thread.pin);
      await expect(page.getByText(t.toasts.pinned)).toBeVisible();
    });
    await test.step("9 a message is deleted, 10 and restored", async () => {
      await write(place, "two");
      await ended(place);
      await actOnLastReply(place, t.message.delete, true);
      await expect(replies).toHaveCount(3);
      await press(page, "Control+z");
      await expect(replies).toHaveCount(4);
    });
    await test.step("11 the chat is duplicated", async () => {
      await write(place, ":fork");
      await expect(heading(place)).toContainText("one");
      await expect(chats(place)).toHaveCount(3);
    });
    await test.step("12 its context is cleared", async () => {
      await press(page, "Control+Shift+Backspace");
      await expect(page.getByText(t.thread.contextCleared, { exact: true }).first()).toBeVisible();
      await write(place, "after");
      await ended(place);
      expect(provider.asked.at(-1)?.messages.map(({ content }) => content)).not.toContain("two");
    });
    await test.step("13 another chat is opened", async () => {
      const here = page.url();
      await press(page, "Alt+ArrowDown");
      await expect(page).not.toHaveURL(here);
    });
    await test.step("14 a model is selected", async () => {
      await press(page, "Control+Shift+L");
      // Without waiting for the list: what is typed before it is there belongs to it.
      await page.keyboard.type("gpt-4o");
      await press(page, "Enter");
      const model = page.getByRole("button", { name: t.composer.model.replace("{model}", "gpt-4o"), exact: true });
      await expect(model).toBeVisible();
      await expect(page.getByRole("dialog")).toHaveCount(0);
    });
    await test.step("15 an image is attached", async () => {
      const choosing = page.waitForEvent("filechooser");
      await toBox(place);
      await walk(page, "Tab", t.composerTools.actions);
      await press(page, "Enter");
      await choose(place, t.tools.imagesAndFiles);
      await (await choosing).setFiles("test/fixtures/images/tide.png");
      await expect(page.getByRole("list", { name: t.attachments.label }).getByRole("img")).toHaveCount(1);
      await write(place, "look");
      await ended(place);
      expect(JSON.stringify(provider.asked.at(-1)?.messages.at(-1))).toContain("data:image/png;base64,");
    });
    await test.step("16 a prompt is searched", async () => {
      await toBox(place);
      await page.keyboard.type("/");
      await expect(
        page.getByRole("listbox", { name: t.composerTools.prompts }).getByRole("option").first(),
      ).toBeVisible();
      await press(page, "Escape", "Control+A", "Delete");
    });
    await test.step("17 the chat is renamed", async () => {
      await chatMenu(place, t.chat.rename);
      await page.keyboard.type("Named by keys");
      await press(page, "Enter");
      await expect(heading(place)).toContainText("Named by keys");
    });
    await test.step("18 the messages are exported", async () => {
      await press(page, "Control+Shift+S");
      const dialog = page.getByRole("dialog", { name: t.export.title });
      await expect(dialog.getByRole("checkbox").first()).toBeVisible();
      await walk(page, "Tab", t.export.preview);
      await press(page, "Enter");
      await walk(page, "Tab", t.export.format_image);
      await walk(page, await onwards(place), t.export.format_text, 6);
      await walk(page, "Tab", t.export.copy);
      await press(page, "Enter");
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain("look");
      await press(page, "Escape");
      await expect(dialog).toHaveCount(0);
    });
    await test.step("19 a tool is offered to the model", async () => {
      await toBox(place);
      await walk(page, "Tab", t.composerTools.actions);
      await walk(page, await onwards(place), t.toolChoice.title, 12);
      await press(page, "Enter");
      const dialog = page.getByRole("dialog", { name: t.toolChoice.title });
      const weather = dialog.getByRole("switch", { name: t.builtinTools.name_weather });
      await expect(weather).toBeVisible();
      await walk(page, "Tab", t.builtinTools.name_weather);
      await press(page, "Space");
      await expect(weather).toBeChecked();
      await press(page, "Escape");
      await expect(dialog).toHaveCount(0);
    });
    await test.step("20 an earlier chat is found by its text", async () => {
      await jumpTo(place, "Named by keys", page.getByRole("option", { name: /Named by keys/ }));
      await expect(heading(place)).toContainText("Named by keys");
    });
    await test.step("21 a chat is started with a mask", async () => {
      await press(page, "Control+Shift+O");
      await expect(replies).toHaveCount(0);
      await walk(page, "Shift+Tab", t.sidebarNav.masks);
      await press(page, "Enter");
      const first = page.getByRole("listbox", { name: t.sidebarNav.masks }).getByRole("option").first();
      await expect(first).toBeVisible();
      const name = await first.evaluate((option) => {
        const words = [...option.querySelectorAll("*")].filter((part) => part.childElementCount === 0);
        return words.map(({ textContent }) => textContent ?? "").find((text) => /\p{L}/u.test(text)) ?? "";
      });
      expect(name).not.toBe("");
      await press(page, "Enter");
      await expect(box(place)).toBeVisible();
      await expect(heading(place)).toContainText(name);
    });
    await test.step("22 a chat is deleted, 23 and restored", async () => {
      const before = await chats(place).count();
      await chatMenu(place, t.sidebar.deleteChat);
      await expect(chats(place)).toHaveCount(before - 1);
      await press(page, "Control+z");
      await expect(chats(place)).toHaveCount(before);
    });
    await test.step("24 the theme is changed, 25 and the language", async () => {
      await press(page, "Control+,");
      await expect(page.getByRole("heading", { name: t.settings.title, level: 1 })).toBeVisible();
      await walk(page, "Tab", t.fields.themeAuto);
      await press(page, await onwards(place), await onwards(place));
      await expect(page.locator("body")).toHaveClass(/dark/);
      await page.getByRole("combobox", { name: t.settings.language }).focus();
      await press(page, "Home");
      await expect(page.locator("html")).toHaveAttribute("lang", "zh-Hans");
    });
  });
}
