import type { Page } from "@playwright/test";
import { addressOf, everywhere, expect, messageBox, messages, replyEnded, send, test } from "./support/fixtures";

/** The rows of the list of masks, from the first. */
function rows(page: Page) {
  return page.getByRole("list", { name: "Masks" }).getByRole("listitem");
}

/** The button of the sidebar, which leads to the picker unless that was sent away. */
function newChatButton(page: Page) {
  return page.getByRole("complementary").getByRole("button", { name: "New chat", exact: true });
}

/** Makes a mask with one prompt in the open list. */
async function createMask(page: Page, name: string, prompt: string): Promise<void> {
  await page.getByRole("button", { name: "Create" }).click();
  const dialog = page.getByRole("dialog", { name: "New mask" });
  await expect(dialog.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.type(name);
  await dialog.getByRole("button", { name: "Add prompt" }).click();
  await page.keyboard.type(prompt);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toHaveCount(0);
}

test("a mask is created, edited, found, used, deleted and restored; another tab sees it", async ({
  page,
  app,
  provider,
}) => {
  await page.goto(`${app.url}/masks`);
  await createMask(page, "Tide tutor", "Use SI units.");
  await expect(rows(page).first()).toContainText("Tide tutor");
  await expect(rows(page).first()).toContainText("1 prompt · English · gpt-4o-mini");

  const other = await page.context().newPage();
  await other.goto(`${app.url}/masks`);
  await expect(rows(other).first()).toContainText("Tide tutor");
  await page.getByRole("button", { name: "Edit mask: Tide tutor" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit mask" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("Tidal tutor");
  await dialog.getByRole("switch", { name: "Hide context" }).check();
  await dialog.getByRole("slider", { name: "Temperature" }).press("ArrowRight");
  await expect(dialog.getByRole("switch", { name: "Use global settings" })).not.toBeChecked();
  await page.keyboard.press("Escape");
  await expect(rows(other).first()).toContainText("Tidal tutor");
  await other.close();

  await page.getByRole("searchbox", { name: "Search masks" }).fill("TIDAL");
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole("button", { name: "Delete mask: Tidal tutor" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete mask" }).click();
  await expect(rows(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.reload();

  await page.getByRole("button", { name: "Chat: Tidal tutor" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Tidal tutor" })).toBeVisible();
  await send(page, "high tide");
  await replyEnded(page);
  expect(provider.asked.at(-1)?.messages).toEqual([
    { role: "user", content: "Use SI units." },
    { role: "user", content: "high tide" },
  ]);
  await page.getByRole("button", { name: "Chat settings" }).click();
  await expect(page.getByRole("slider", { name: "Temperature" })).toHaveValue("0.6");
});

test("an empty new mask is removed; masks in the user's language come first", async ({ page, app }) => {
  await page.goto(`${app.url}/new-chat`);
  await page.getByRole("link", { name: "See all" }).click();
  await expect(rows(page).first()).toContainText("Coding partner");
  const count = await rows(page).count();
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("dialog", { name: "New mask" })).toBeVisible();
  await expect(rows(page)).toHaveCount(count + 1);
  await page.keyboard.press("Escape");
  await expect(rows(page)).toHaveCount(count);
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("dialog", { name: "New mask" })).toBeVisible();
  // Leaving the screen does the same as closing the dialogue.
  await page.goBack();
  await expect(page.getByRole("link", { name: "See all" })).toBeVisible();
  await page.getByRole("link", { name: "See all" }).click();
  await expect(rows(page).first()).toContainText("Coding partner");
  await expect(rows(page)).toHaveCount(count);
});

test("a built-in mask is read-only; its clone can be edited", async ({ page, app }) => {
  await page.goto(`${app.url}/masks`);
  await page.getByRole("combobox", { name: "Mask language" }).selectOption("English");
  const view = page.getByRole("button", { name: /^View mask: / }).first();
  const name = (await view.getAttribute("aria-label"))?.replace("View mask: ", "") ?? "";
  await view.click();
  const readOnly = page.getByRole("dialog", { name: `${name} (read-only)` });
  await expect(readOnly.getByRole("textbox", { name: "Name" })).not.toBeEditable();
  for (const control of ["Hide context", "Use global settings"]) {
    await expect(readOnly.getByRole("switch", { name: control })).toBeDisabled();
  }
  await expect(readOnly.getByRole("slider", { name: "Temperature" })).toBeDisabled();
  await expect(readOnly.getByRole("button", { name: /^Model: / })).toBeDisabled();
  await readOnly.getByRole("button", { name: "Clone to edit" }).click();
  const clone = page.getByRole("dialog", { name: "Edit mask" });
  await clone.getByRole("textbox", { name: "Name" }).fill("My own");
  await clone.getByRole("button", { name: "Done" }).click();
  await expect(rows(page).first()).toContainText("My own");
  await expect(rows(page).first()).not.toContainText("built-in");
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Mask language" })).toHaveValue("en");
  await expect(rows(page).first()).toContainText("My own");
});

test("if the built-in masks cannot be fetched, the list shows an error and the user's own", async ({ page, app }) => {
  await page.route("**/masks.json", (route) => route.fulfill({ status: 500 }));
  await page.goto(`${app.url}/masks`);
  await expect(page.getByText("Couldn’t load the built-in masks.")).toBeVisible();
  await createMask(page, "Mine", "Hello.");
  await expect(rows(page)).toHaveCount(1);
});

test("masks are exported and imported; a file without masks is reported", async ({ page, app }) => {
  await page.goto(`${app.url}/masks`);
  await createMask(page, "Tide tutor", "Use SI units.");
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export the masks shown here" }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe("masks.json");
  const path = await file.path();
  await page.getByTestId("import-masks").setInputFiles(path);
  await expect(page.getByText("1 mask added")).toBeVisible();
  await expect(page.getByRole("button", { name: "Chat: Tide tutor" })).toHaveCount(2);
  await page
    .getByTestId("import-masks")
    .setInputFiles({ name: "odd.json", mimeType: "application/json", buffer: Buffer.from('{"__proto__":[1]}') });
  await expect(page.getByText("No masks found in odd.json.")).toBeVisible();
});

test("New chat opens the picker, which works by keyboard alone", async ({ page, app }) => {
  await page.goto(app.url);
  await newChatButton(page).click();
  await expect(page.getByRole("heading", { name: "Pick a mask" })).toBeVisible();
  const search = page.getByRole("combobox", { name: "Search masks" });
  await expect(search).toBeFocused();
  const active = () => search.getAttribute("aria-activedescendant");
  await expect(page.getByRole("listbox", { name: "Masks" }).getByRole("option", { selected: true })).toHaveCount(1);
  const first = await active();
  await page.keyboard.press("ArrowRight");
  await expect.poll(active).not.toBe(first);
  await page.keyboard.press("ArrowLeft");
  await expect.poll(active).toBe(first);
  await page.keyboard.press("ArrowDown");
  await expect.poll(active).not.toBe(first);
  await page.keyboard.type("no such mask");
  await expect(page.getByText("No masks found")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("listbox", { name: "Masks" }).getByRole("option", { selected: true })).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(messageBox(page)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("New chat");
});

test(
  "the picker filters by category, finds descriptions, and shows a mask before a chat starts, by keyboard and by touch",
  everywhere,
  async ({ page, app, provider }) => {
    await page.goto(`${app.url}/new-chat`);
    const options = page.getByRole("listbox", { name: "Masks" }).getByRole("option");
    await expect(options.filter({ hasText: "Travel planner" })).toHaveCount(1);
    const all = await options.count();
    await page.getByRole("group", { name: "Category" }).getByRole("button", { name: "Fun" }).click();
    await expect.poll(() => options.count()).toBeLessThan(all);
    await expect(options.filter({ hasText: "Quiz master" })).toHaveCount(1);
    await page.getByRole("group", { name: "Category" }).getByRole("button", { name: "All" }).click();

    const search = page.getByRole("combobox", { name: "Search masks" });
    await search.fill("rainy-day");
    await expect(options).toHaveText([/Travel planner.*Relaxed itineraries/]);
    // From the search, the preview of the active mask is reached with the Tab key.
    const preview = page.getByRole("button", { name: "Preview: Travel planner" });
    await search.press("Tab");
    for (let stop = 0; stop < 3 && !(await preview.evaluate((button) => button === document.activeElement)); stop++) {
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Preview" });
    await expect(dialog.getByText("You plan trips that leave room to breathe.")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Start chat" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(preview).toBeFocused();

    await page.setViewportSize({ width: 390, height: 844 });
    const asked = provider.asked.length;
    await options.first().locator("[data-eye]").click();
    await expect(dialog).toBeVisible();
    await dialog.getByRole("button", { name: "Start chat" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Travel planner" })).toBeVisible();
    expect(provider.asked.length).toBe(asked);
  },
);

test(
  "an empty chat offers four masks to start with, without fetching all of them",
  everywhere,
  async ({ page, app }) => {
    const fetched: string[] = [];
    page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
    await page.goto(app.url);
    const starters = page.getByRole("group", { name: "Masks to start with" });
    await expect(starters.getByRole("button")).toHaveText([/editor/, /tutor/, /Coding/, /Travel/]);
    await expect(starters.getByRole("link", { name: "See all" })).toBeVisible();
    expect(fetched.filter((path) => path.endsWith("/masks.json"))).toEqual([]);
    await starters.getByRole("button", { name: "Travel planner" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Travel planner" })).toBeVisible();
  },
);

test("Back leads to the previous screen of the app, and home from a page that was opened externally", async ({
  page,
  app,
}) => {
  await page.goto("about:blank");
  await page.goto(`${app.url}/new-chat`);
  await page.getByRole("link", { name: "See all" }).click();
  await expect(page).toHaveURL(addressOf(app, "/masks"));
  await page.getByRole("button", { name: "Close" }).click();
  await expect(page).toHaveURL(addressOf(app, "/new-chat"));
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page).toHaveURL(`${app.url}/`);
});

test("the picker is disabled after confirmation, and enabled in the settings", async ({ page, app }) => {
  await page.goto(app.url);
  const newChat = newChatButton(page);
  await page.getByRole("link", { name: "Masks" }).click();
  await expect(page.getByRole("heading", { name: "Pick a mask" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Don’t show again" })).toHaveCount(0);
  await newChat.click();
  await page.getByRole("button", { name: "Don’t show again" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Don’t show again" }).click();
  await expect(messageBox(page)).toBeVisible();
  await send(page, "high tide");
  await replyEnded(page);
  await newChat.click();
  await expect(page.getByRole("heading", { name: "How can I help you?" })).toBeVisible();
  await page.getByRole("link", { name: "Masks" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Masks" })).toBeVisible();
  await page.goto(`${app.url}/settings`);
  const row = page.getByRole("switch", { name: "Mask start page" });
  await expect(row).not.toBeChecked();
  await row.check();
  await page.getByRole("switch", { name: "Hide built-in masks" }).check();
  await page.goto(`${app.url}/masks`);
  await expect(page.getByText("No masks yet")).toBeVisible();
  await newChat.click();
  await expect(page.getByRole("heading", { name: "Pick a mask" })).toBeVisible();
  await page.getByRole("button", { name: "Skip" }).click();
  await expect(messageBox(page)).toBeVisible();
});

test(
  "a link with a mask shows its effects before it starts, and leaves no trace in the URL",
  everywhere,
  async ({ page, app, provider }) => {
    const mask = JSON.stringify({ n: "Tide tutor", c: [["s", "Use SI units."]] });
    const link = `${app.url}/#/new-chat?mask=1.${Buffer.from(mask).toString("base64url")}`;
    const asked = provider.asked.length;
    await page.goto("about:blank");
    await page.goto(link);
    const dialog = page.getByRole("dialog", { name: "Start a chat with this mask?" });
    await expect(dialog.getByText("Use SI units.")).toBeVisible();
    await expect(page).toHaveURL(/^[^?#]*$/);
    await dialog.getByRole("button", { name: "Start chat" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Tide tutor" })).toBeVisible();
    await expect(messages(page)).toHaveCount(0);
    expect(provider.asked.length).toBe(asked);
  },
);

test("links name built-in masks by number and by name; an unreadable one is reported", async ({ page, app }) => {
  await page.goto(app.url);
  const file = await (await page.request.get(`${app.url}/masks.json`)).json();
  const { slug, name } = file.cn[0];
  for (const link of ["100000", slug]) {
    await page.goto(`${app.url}/#/new-chat?mask=${link}`);
    const dialog = page.getByRole("dialog", { name: "Start a chat with this mask?" });
    await expect(dialog.getByText(name, { exact: true })).toBeVisible();
    await dialog.getByRole("button", { name: "Cancel" }).click();
  }
  await page.goto(`${app.url}/#/chat?mask=nobody`);
  await expect(page.getByText("This link refers to a mask that isn’t on this device.")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.goto(`${app.url}/#/new-chat?mask=1.AAAA`);
  await page.getByRole("dialog").getByRole("button", { name: "Start without a mask" }).click();
  await expect(messageBox(page)).toBeVisible();
});

test("a chat's mask is saved, offered again in an empty chat, and :newm opens the picker", async ({ page, app }) => {
  await page.goto(app.url);
  await send(page, "high tide");
  await replyEnded(page);
  await page.getByRole("button", { name: "Chat settings" }).click();
  await page.getByRole("button", { name: "Save as mask" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Masks" })).toBeVisible();
  const name = await rows(page)
    .first()
    .getByRole("button", { name: /^Edit mask: / })
    .getAttribute("aria-label");
  await page.goBack();
  await page.keyboard.press("Control+Shift+O");
  await expect(page.getByRole("group", { name: "Masks to start with" })).toContainText(
    name?.replace("Edit mask: ", "") || "New mask",
  );
  await messageBox(page).fill(":newm");
  await messageBox(page).press("Enter");
  await expect(page.getByRole("heading", { name: "Pick a mask" })).toBeVisible();
});

test("an empty chat shows its mask and offers others; another choice replaces it and keeps the draft", async ({
  page,
  app,
}) => {
  await page.goto(app.url);
  const offered = page.getByRole("group", { name: "Masks to start with" }).getByRole("button");
  const nameOf = async (index: number) => (await offered.nth(index).locator("bdi").textContent()) ?? "";
  const first = await nameOf(0);
  await offered.first().click();
  const conversation = page.getByRole("main");
  await expect(conversation.getByRole("heading", { level: 2, name: first })).toBeVisible();
  await expect(offered.filter({ hasText: first })).toHaveCount(0);
  await messageBox(page).fill("a draft");
  const second = await nameOf(1);
  await offered.nth(1).click();
  await expect(conversation.getByRole("heading", { level: 2, name: second })).toBeVisible();
  await expect(messageBox(page)).toHaveValue("a draft");
  await expect(page.getByRole("link", { name: second })).toHaveCount(1);
  await expect(page.getByRole("link", { name: first })).toHaveCount(0);
});
