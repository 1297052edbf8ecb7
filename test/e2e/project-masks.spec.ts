import { devices } from "@playwright/test";
import { axeFindings } from "./support/axe";
import { expect, messageBox, test } from "./support/fixtures";

test("a project offers its masks first, also in the picker, and the chat stays in the project", async ({
  page,
  app,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(app.url);
  await expect(messageBox(page)).toBeVisible();
  async function runCommand(name: string) {
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByRole("combobox").fill(`> ${name}`);
    await page.getByRole("option", { name, exact: true }).waitFor();
    await page.keyboard.press("Enter");
  }
  const list = page.getByRole("navigation", { name: "Chats" });
  const editor = page.getByRole("dialog", { name: "Edit project" });

  // A project without an entry is gone when its editor is closed.
  await runCommand("New project");
  await expect(editor).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(editor).toHaveCount(0);
  await expect(list.locator("[data-project]")).toHaveCount(0);

  await runCommand("New project");
  await editor.getByRole("textbox", { name: "Name" }).fill("Tides");
  await editor.getByRole("button", { name: "Choose", exact: true }).nth(1).click();
  const choice = page.getByRole("dialog", { name: "Masks" });
  await choice.getByRole("searchbox").fill("socratic");
  await choice.getByRole("checkbox", { name: /Socratic tutor/ }).check();
  expect(await axeFindings(page, { within: "dialog[open]:last-of-type" })).toEqual([]);
  await choice.getByRole("button", { name: "Done" }).click();
  await editor.getByRole("button", { name: "Done" }).click();

  const row = list.getByRole("button", { name: /^Tides · / });
  await row.click({ button: "right" });
  await page.getByRole("menuitem", { name: "New chat in this project" }).click();
  await expect(page.getByText("This chat starts in the project Tides. Its masks come first.")).toBeVisible();
  await expect(page.getByRole("listbox", { name: "Masks" }).getByRole("option").first()).toContainText(
    "Socratic tutor",
  );
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Skip" }).click();
  await expect(row).toHaveAccessibleName("Tides · Chats: 1");
  const chips = page.getByRole("group", { name: "Masks" });
  await expect(chips.getByRole("button").first()).toContainText("Socratic tutor");
  await chips.getByRole("button", { name: "Socratic tutor" }).click();
  await expect(page.getByRole("heading", { name: "Socratic tutor" }).first()).toBeVisible();
  await expect(row).toHaveAccessibleName("Tides · Chats: 1");
});

test.describe("on a phone, in Arabic", () => {
  const { defaultBrowserType: _browser, ...phone } = devices["iPhone 14"];
  test.use(phone);

  test("filters in the search text are chips, which are added and removed", async ({ page, app }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.addInitScript(() => localStorage.setItem("lang", "ar"));
    await page.goto(`${app.url}/search-chat`);
    const field = page.getByRole("combobox");
    await field.fill(`project:"${"المد والجزر ".repeat(8)}" tag:neap`);
    const chips = page.getByRole("list", { name: "عوامل التصفية في نص البحث" });
    await expect(chips.getByRole("listitem")).toHaveCount(2);
    await page.getByRole("button", { name: "إضافة عامل تصفية" }).press("Enter");
    await page.getByRole("menuitem", { name: "يحتوي على شيفرة" }).click();
    await expect(chips.getByRole("listitem")).toHaveCount(3);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect(await axeFindings(page)).toEqual([]);
    await chips.getByRole("button", { name: "إزالة عامل التصفية: وسم: neap" }).press("Enter");
    await expect(chips.getByRole("listitem")).toHaveCount(2);
    await expect(field).toBeFocused();
    await expect(field).toHaveValue(/has:code$/);
  });
});
