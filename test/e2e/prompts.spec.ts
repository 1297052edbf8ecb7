import type { Page } from "@playwright/test";
import { everywhere, expect, messageBox, test } from "./support/fixtures";

const list = (page: Page) => page.getByRole("list", { name: "Prompts" });
const rows = (page: Page) => list(page).getByRole("listitem");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const counts = (page: Page) => page.getByText(/^\d+ built-in prompts, \d+ yours$/).last();

/** Opens the saved prompts from the settings. */
async function openPrompts(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/settings`);
  await button(page, "Edit prompts").click();
  await expect(rows(page).first()).toBeVisible();
}

/** Adds a prompt and closes its editor. */
async function addPrompt(page: Page, title: string, text: string): Promise<void> {
  await button(page, "Add").click();
  await page.getByRole("textbox", { name: "Title" }).fill(title);
  await page.getByRole("textbox", { name: "Text" }).fill(text);
  await button(page, "Done").last().click();
}

test("the user's prompts are added, edited, found, used with a slash, and there after a reload", async ({
  page,
  app,
}) => {
  await openPrompts(page, app.url);
  const builtin = Number.parseInt((await counts(page).textContent()) ?? "", 10);
  expect(builtin).toBeGreaterThanOrEqual(180);
  await addPrompt(page, "Tide table", "When is high water in [place]?");
  await addPrompt(page, "Weekly letter", "Write to [whom].");
  await expect(rows(page).nth(0)).toContainText("Weekly letter");
  await expect(rows(page).nth(1)).toContainText("Tide table");
  await button(page, "Edit: Tide table").click();
  await page.getByRole("textbox", { name: "Text" }).fill("When is low water in [place]?");
  // Every change is kept at once: the editor is not closed.
  await page.reload();
  await expect(page.getByText(`${builtin} built-in prompts, 2 yours`)).toBeVisible();
  await button(page, "Edit prompts").click();
  await page.getByRole("searchbox", { name: "Search prompts" }).fill("tide");
  await expect(rows(page).first()).toContainText("When is low water in [place]?");
  await page.goto(app.url);
  await messageBox(page).fill("/tide");
  await expect(page.getByRole("listbox", { name: "Prompts" }).getByRole("option").first()).toContainText("Tide table");
  await messageBox(page).press("Enter");
  await expect(messageBox(page)).toHaveValue("When is low water in [place]?");
});

test("a deleted prompt can be restored, and is removed in every tab if it is not", async ({ page, app }) => {
  await openPrompts(page, app.url);
  await addPrompt(page, "Short-lived", "Gone soon");
  const second = await page.context().newPage();
  await openPrompts(second, app.url);
  await expect(rows(second).first()).toContainText("Short-lived");
  await button(page, "Delete: Short-lived").click();
  await expect(button(second, "Delete: Short-lived")).toHaveCount(0);
  await expect(button(page, "Undo")).toBeFocused();
  await button(page, "Undo").click();
  await expect(rows(page).first()).toContainText("Short-lived");
  await expect(rows(second).first()).toContainText("Short-lived");
  await button(second, "Delete: Short-lived").click();
  await expect(button(page, "Delete: Short-lived")).toHaveCount(0);
  await page.reload();
  await expect(page.getByText(/built-in prompts, 0 yours$/)).toBeVisible();
});

test("everything works by keyboard alone: opening, moving, reading, writing and closing", async ({ page, app }) => {
  await page.goto(`${app.url}/settings`);
  await button(page, "Edit prompts").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("searchbox", { name: "Search prompts" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(button(page, "Add")).toBeFocused();
  await page.keyboard.press("Enter");
  // What stands in a new prompt is selected, and written over.
  await expect(page.getByRole("textbox", { name: "Title" })).toBeFocused();
  await page.keyboard.type("By hand");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Typed");
  await page.keyboard.press("Escape");
  await expect(button(page, "Add")).toBeFocused();
  await expect(rows(page).first()).toContainText("By hand");
  await expect(rows(page).first()).toContainText("Typed");
  await page.keyboard.press("Tab");
  await expect(button(page, "Edit: By hand")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  const second = (await rows(page).nth(2).locator("span").first().textContent()) ?? "";
  await expect(button(page, `View: ${second}`)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: second })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Text" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(button(page, `View: ${second}`)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(button(page, "Edit prompts")).toBeFocused();
});

test("without the file there are no built-in prompts, and the user's own work", everywhere, async ({ page, app }) => {
  await page.route("**/prompts.json", (route) => route.fulfill({ status: 500, body: "" }));
  await page.goto(`${app.url}/settings`);
  await expect(page.getByText("Couldn’t load the built-in prompts. You have 0 prompts.")).toBeVisible();
  await button(page, "Edit prompts").click();
  await addPrompt(page, "Mine", "My text");
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole("alert")).toHaveText("");
});

test("with thousands of prompts the list and the slash respond at once", async ({ page, app }) => {
  const prompts = Object.fromEntries(
    Array.from({ length: 4000 }, (_, place) => {
      const id = `p${place}`;
      return [id, { id, isUser: true, title: `Prompt number ${place}`, content: "x".repeat(200), createdAt: place }];
    }),
  );
  const document = JSON.stringify({ state: { counter: 0, prompts }, version: 3 });
  await page.addInitScript((text) => localStorage.setItem("prompt-store", text), document);
  await page.goto(app.url);
  await messageBox(page).fill("/");
  const options = page.getByRole("listbox", { name: "Prompts" }).getByRole("option");
  await expect(options.first()).toContainText("Prompt number 3999");
  expect(await options.count()).toBeLessThan(200);
  await messageBox(page).fill("/number 1234");
  await expect(options.first()).toContainText("Prompt number 1234");
  await openPrompts(page, app.url);
  expect(await rows(page).count()).toBeLessThan(200);
  await page.getByRole("searchbox", { name: "Search prompts" }).fill("number 77");
  await expect(rows(page).first()).toContainText("Prompt number 77");
});
