import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { axeFindings } from "./support/axe";
import { everywhere, expect, messageBox, messages, newChat, replyEnded, send, test } from "./support/fixtures";
import type { FakeProvider } from "./support/provider";

/** Opens the menu of a message by keyboard, and chooses a row. */
async function chooseInMenu(page: Page, message: Locator, name: string): Promise<void> {
  await message.getByRole("button", { name: "More actions", exact: true }).press("Enter");
  await page.getByRole("menuitem", { name }).press("Enter");
}

/** Sends a message, and returns everything that the provider got with it. */
async function sentWith(page: Page, provider: FakeProvider, text: string): Promise<string> {
  await send(page, text);
  await replyEnded(page);
  return JSON.stringify([provider.told.at(-1), provider.asked.at(-1)]);
}

test(
  "a fact is remembered from a message, sent in the next chat, and left out where it is off",
  everywhere,
  async ({ page, app, provider }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(app.url);
    await newChat(page);
    const first = await sentWith(page, provider, "I sail\na ketch.");
    expect(first).not.toContain("remember");
    await chooseInMenu(page, messages(page).first(), "Remember this");
    const dialog = page.getByRole("dialog", { name: "Remember this" });
    const fact = dialog.getByRole("textbox", { name: "Fact" });
    await expect(fact).toHaveValue("I sail a ketch.");
    await expect(fact).toBeFocused();
    await expect(dialog.getByText("Remembered facts are off")).toBeVisible();
    expect(await axeFindings(page, { within: "dialog[open]" })).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(messages(page).first().getByRole("button", { name: "More actions", exact: true })).toBeFocused();
    await chooseInMenu(page, messages(page).first(), "Remember this");
    await dialog.getByRole("switch", { name: "Use remembered facts in chats" }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved to remembered facts")).toBeVisible();

    await newChat(page);
    expect(await sentWith(page, provider, "When is high tide?")).toContain("\\n- I sail a ketch.");
    await messageBox(page).fill("And low tide?");
    await page.getByRole("button", { name: /^~[\d,]+ tokens/ }).click();
    const inspector = page.getByRole("dialog", { name: "What is sent" });
    await inspector.getByRole("switch", { name: "Remembered facts" }).click();
    await expect(inspector.getByTestId("request-body")).not.toContainText("ketch");
    await inspector.getByRole("button", { name: "Done" }).click();
    expect(await sentWith(page, provider, "And low tide?")).not.toContain("ketch");
    expect(await sentWith(page, provider, "And tomorrow?")).toContain("ketch");
    await page.getByRole("button", { name: "Chat settings" }).click();
    const settings = page.getByRole("dialog", { name: "Chat settings" });
    await settings.getByRole("switch", { name: "Use remembered facts" }).click();
    await settings.getByRole("button", { name: "Done" }).click();
    const off = await sentWith(page, provider, "And on Friday?");
    expect(off).not.toContain("ketch");
    expect(off).not.toContain('"remember"');

    await newChat(page);
    await send(page, 'calls remember {"fact":"Lives in Brest."}');
    const offer = page.getByRole("region", { name: "Save this to remembered facts?" });
    await expect(offer.getByRole("textbox", { name: "Fact" })).toHaveValue("Lives in Brest.");
    expect(await axeFindings(page, { within: "[role=log]" })).toEqual([]);
    await offer.getByRole("textbox", { name: "Fact" }).fill("Lives near Brest.");
    await offer.getByRole("button", { name: "Save" }).click();
    await replyEnded(page);
    await expect(messages(page).last()).toContainText("The tools said: Saved: Lives near Brest.");
    await send(page, 'calls remember {"fact":"Eats mussels."}');
    await offer.getByRole("button", { name: "Decline" }).click();
    await replyEnded(page);
    await expect(messages(page).last()).toContainText("Nothing was saved.");

    await page.goto(`${app.url}/settings#facts`);
    const section = page.getByRole("region", { name: "Remembered facts" });
    await expect(section.getByText("Saved: 2 of 200")).toBeVisible();
    expect(await axeFindings(page, { within: "#facts" })).toEqual([]);
    await section.getByRole("button", { name: "Edit: Lives near Brest." }).press("Enter");
    const edit = page.getByRole("dialog", { name: "Edit fact" });
    await edit.getByRole("textbox", { name: "Fact" }).fill("Lives in Brest.");
    await edit.getByRole("button", { name: "Save" }).click();
    await section.getByRole("button", { name: "Delete: I sail a ketch." }).press("Enter");
    await expect(section.getByRole("button", { name: "Add a fact" })).toBeFocused();
    await expect(section.getByText("Saved: 1 of 200")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    const downloading = page.waitForEvent("download");
    await section.getByRole("button", { name: "Export as Markdown" }).click();
    expect(await readFile(await (await downloading).path(), "utf8")).toBe(
      "# Remembered facts\n\n- Lives in Brest.\n- I sail a ketch.\n",
    );
    await section.getByRole("button", { name: "Delete all" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete all" }).click();
    await expect(section.getByText("Nothing is saved yet.")).toBeVisible();
  },
);

test.describe("on a phone, in Arabic", () => {
  test.use({ viewport: { width: 390, height: 844 }, locale: "ar" });

  test("facts fit, and break no rule of accessibility", async ({ page, app }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(`${app.url}/settings#facts`);
    const section = page.getByRole("region", { name: "الحقائق المحفوظة" });
    await section.getByRole("button", { name: "إضافة حقيقة" }).click();
    const dialog = page.getByRole("dialog", { name: "إضافة حقيقة" });
    await dialog.getByRole("textbox", { name: "الحقيقة" }).fill("w".repeat(300));
    expect(await axeFindings(page, { within: "dialog[open]" })).toEqual([]);
    await dialog.getByRole("button", { name: "حفظ" }).click();
    await expect(section.getByText("w".repeat(300))).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await axeFindings(page, { within: "#facts" })).toEqual([]);
  });
});
