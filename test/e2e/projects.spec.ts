import { devices, type Page } from "@playwright/test";
import { fillHistory } from "../../bench/history.mjs";
import { axeFindings } from "./support/axe";
import { everywhere, expect, messageBox, messages, replyEnded, send, test } from "./support/fixtures";

const list = (page: Page) => page.getByRole("navigation", { name: "Chats" });
const chat = (page: Page, title: string) => list(page).getByRole("link", { name: new RegExp(`^${title}`) });
const project = (page: Page, name: string) => list(page).getByRole("button", { name: new RegExp(`^${name} · `) });

/** Returns the texts of the rows: the names of projects, and the titles of chats. */
const rows = (page: Page) =>
  list(page)
    .locator("li :is(a, [data-fold]) > [dir=auto]")
    .evaluateAll((shown) => shown.map((each) => each.textContent).filter((title) => title !== "New chat"));

/** Opens the app with chats named `Chat number 0` and so on. */
async function openWith(page: Page, url: string, chats: number): Promise<void> {
  await page.goto(url);
  await expect(page.getByRole("heading", { name: "Chats" }).or(messageBox(page)).first()).toBeVisible();
  await fillHistory(page, { chats, messagesPerChat: 2 });
  await page.goto(url);
  await expect(list(page).getByText("Chat number 0", { exact: true })).toBeVisible();
}

/** Runs a command of the palette. */
async function runCommand(page: Page, name: string): Promise<void> {
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox").fill(`> ${name}`);
  await page.getByRole("option", { name, exact: true }).waitFor();
  await page.keyboard.press("Enter");
}

/** Creates a project from the palette. The focus is on its row in the list afterwards if `isFocused`. */
async function createProject(page: Page, name: string): Promise<void> {
  await runCommand(page, "New project");
  const dialog = page.getByRole("dialog", { name: "Edit project" });
  await dialog.getByRole("textbox", { name: "Name" }).fill(name);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(project(page, name)).toBeVisible();
}

test(
  "by keyboard: a project is created, filled, folded, edited and deleted with a choice",
  everywhere,
  async ({ page, app }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await openWith(page, app.url, 4);
    await createProject(page, "Tides");
    await chat(page, "Chat number 2").focus();
    await expect(async () => {
      await page.keyboard.press("Shift+F10");
      await expect(page.getByRole("menuitem", { name: "Move to project" })).toBeVisible({ timeout: 500 });
    }).toPass();
    await page.getByRole("menuitem", { name: "Move to project" }).press("Enter");
    await page.getByRole("combobox", { name: "Search projects" }).fill("tid");
    await page.keyboard.press("Enter");
    await expect
      .poll(() => rows(page))
      .toEqual(["Tides", "Chat number 2", "Chat number 0", "Chat number 1", "Chat number 3"]);
    expect(await axeFindings(page)).toEqual([]);

    await project(page, "Tides").hover();
    await list(page)
      .getByRole("button", { name: /^Actions for .*Tides/ })
      .click();
    await expect(page.getByRole("menuitem", { name: "Edit project" })).toBeVisible();
    await page.keyboard.press("Escape");
    await project(page, "Tides").focus();
    await page.keyboard.press("ArrowDown");
    await expect(chat(page, "Chat number 2")).toBeFocused();
    await page.keyboard.press("ArrowLeft");
    await expect(project(page, "Tides")).toBeFocused();
    await page.keyboard.press("ArrowLeft");
    await expect(project(page, "Tides")).toHaveAttribute("aria-expanded", "false");
    await expect(chat(page, "Chat number 2")).toHaveCount(0);
    await page.keyboard.press("Enter");
    await expect(chat(page, "Chat number 2")).toBeVisible();
    await page.reload();
    await expect(project(page, "Tides")).toHaveAttribute("aria-expanded", "true");

    await project(page, "Tides").focus();
    await expect(async () => {
      await page.keyboard.press("F2");
      await expect(page.getByRole("dialog", { name: "Edit project" })).toBeVisible({ timeout: 500 });
    }).toPass();
    // axe takes the labels of rows that are scrolled out of the dialog for hidden.
    expect(await axeFindings(page, { exceptRules: ["label-title-only"] })).toEqual([]);
    await page.getByRole("textbox", { name: "Name" }).fill("Sea");
    await page.keyboard.press("Escape");
    await expect(project(page, "Sea")).toBeFocused();
    await page.keyboard.press("Delete");
    await page.getByRole("button", { name: "Keep chats" }).press("Enter");
    const all = ["Chat number 0", "Chat number 1", "Chat number 2", "Chat number 3"];
    await expect.poll(() => rows(page)).toEqual(all);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect
      .poll(() => rows(page))
      .toEqual(["Sea", "Chat number 2", "Chat number 0", "Chat number 1", "Chat number 3"]);
    await project(page, "Sea").focus();
    await page.keyboard.press("Delete");
    await page.getByRole("button", { name: "Delete chats" }).click();
    await expect.poll(() => rows(page)).toEqual(["Chat number 0", "Chat number 1", "Chat number 3"]);
  },
);

test("a chat is dragged onto a project and out of it, also in another tab", async ({ page, app, context }) => {
  await openWith(page, app.url, 3);
  const other = await context.newPage();
  await other.goto(app.url);
  await expect(chat(other, "Chat number 0")).toBeVisible();
  await createProject(page, "Tides");
  await expect(project(other, "Tides")).toBeVisible();
  async function drag(title: string, onto: ReturnType<typeof chat>) {
    const [from, to] = await Promise.all([chat(page, title).boundingBox(), onto.boundingBox()]);
    if (!from || !to) throw new Error("A row is not visible.");
    await page.mouse.move(from.x + 60, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + 60, to.y + to.height / 2, { steps: 8 });
    await expect(list(page).locator("[data-drop]")).toHaveCount(1);
    await page.mouse.up();
  }
  const counted = (tab: Page, count: number) => list(tab).getByRole("button", { name: `Tides · Chats: ${count}` });
  await drag("Chat number 1", project(page, "Tides"));
  for (const tab of [page, other]) await expect(counted(tab, 1)).toBeVisible();
  // On its way, the chat was moved above the other one.
  const order = ["Tides", "Chat number 1", "Chat number 0", "Chat number 2"];
  for (const tab of [page, other]) await expect.poll(() => rows(tab)).toEqual(order);
  await drag("Chat number 1", chat(page, "Chat number 2"));
  for (const tab of [page, other]) await expect(counted(tab, 0)).toBeVisible();
  for (const tab of [page, other]) await expect.poll(() => rows(tab)).toEqual(order);
});

test("an unfolded project is moved by keyboard past the chats of another", async ({ page, app }) => {
  await openWith(page, app.url, 2);
  for (const name of ["Tides", "Moons"]) await createProject(page, name);
  await runCommand(page, "Move to project");
  await page.getByRole("combobox", { name: "Search projects" }).fill("Tides");
  await page.keyboard.press("Enter");
  await expect.poll(() => rows(page)).toEqual(["Moons", "Tides", "Chat number 0", "Chat number 1"]);
  await project(page, "Tides").focus();
  await page.keyboard.press("Alt+Shift+ArrowUp");
  await expect.poll(() => rows(page)).toEqual(["Tides", "Chat number 0", "Moons", "Chat number 1"]);
  await expect(project(page, "Tides")).toBeFocused();
  await page.keyboard.press("Alt+Shift+ArrowDown");
  await expect.poll(() => rows(page)).toEqual(["Moons", "Tides", "Chat number 0", "Chat number 1"]);
});

test("a chat of a project is sent with its instructions, also when it is moved while it answers", async ({
  page,
  app,
  provider,
}) => {
  await page.goto(app.url);
  await send(page, "hello");
  await replyEnded(page);
  await createProject(page, "Tides");
  await project(page, "Tides").focus();
  await page.keyboard.press("F2");
  await page.getByRole("textbox", { name: "Instructions" }).fill("Answer in knots.");
  await page.getByRole("button", { name: "Done" }).click();
  await runCommand(page, "Move to project");
  await page.getByRole("combobox", { name: "Search projects" }).fill("Tides");
  await page.keyboard.press("Enter");
  await expect.poll(() => rows(page)).toEqual(["Tides", "hello"]);
  await runCommand(page, "What is sent");
  await expect(page.getByRole("dialog", { name: "What is sent" })).toContainText("Project instructions");
  await page.keyboard.press("Escape");
  // Other tests ask the same provider.
  const before = provider.asked.length;
  await send(page, "sentences 9");
  await runCommand(page, "Move to project");
  await page.getByRole("combobox", { name: "Search projects" }).fill("No project");
  await page.keyboard.press("Enter");
  await expect.poll(() => rows(page)).toEqual(["Tides", "hello"]);
  await replyEnded(page);
  const asked = provider.asked.slice(before).map((each) => JSON.stringify(each));
  expect(asked.find((each) => each.includes("sentences 9"))).toContain("Answer in knots.");
});

test("a chat that two tabs move while it answers is in one project, with the whole reply, in both", async ({
  page,
  app,
}) => {
  await page.goto(app.url);
  await send(page, "hello");
  await replyEnded(page);
  await createProject(page, "Tides");
  await createProject(page, "Ships");
  const second = await page.context().newPage();
  await second.goto(page.url());
  const tabs = [page, second];
  await expect(messages(second)).toHaveCount(2);
  await send(page, "sentences 14");
  await expect(messages(second).last()).toContainText("Wave 2");
  const move = async (tab: Page, name: string) => {
    await runCommand(tab, "Move to project");
    await tab.getByRole("combobox", { name: "Search projects" }).fill(name);
    await tab.keyboard.press("Enter");
    await expect(tab.getByRole("combobox", { name: "Search projects" })).toHaveCount(0);
  };
  await Promise.all([move(page, "Tides"), move(second, "Ships")]);
  await Promise.all(tabs.map(replyEnded));
  const waves = Array.from({ length: 14 }, (_, index) => `Wave ${index + 1} comes in.`).join(" ");
  const expectEqual = async () => {
    for (const tab of tabs) {
      await expect(messages(tab)).toHaveCount(4);
      await expect(messages(tab).last()).toContainText(waves);
    }
    await expect(async () => {
      const [shown, other] = await Promise.all(tabs.map(rows));
      expect(shown).toEqual(other);
      expect([
        ["Ships", "hello", "Tides"],
        ["Ships", "Tides", "hello"],
      ]).toContainEqual(shown);
    }).toPass();
  };
  await expectEqual();
  await Promise.all(tabs.map((tab) => tab.reload()));
  await expectEqual();
});

test("tags are shown in the header, offered to other chats, and found by an operator", async ({ page, app }) => {
  await openWith(page, app.url, 3);
  await runCommand(page, "Tags");
  const dialog = page.getByRole("dialog", { name: "Tags" });
  await dialog.getByRole("textbox", { name: "New tag" }).fill(" Spring  tide ");
  await page.keyboard.press("Enter");
  await dialog.getByRole("textbox", { name: "New tag" }).fill("spring tide");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: "Remove Spring tide" })).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(page.locator("header").getByText("2 messages · Spring tide")).toBeVisible();
  await chat(page, "Chat number 1").click();
  await runCommand(page, "Tags");
  await dialog.getByRole("button", { name: "Add Spring tide" }).press("Enter");
  await expect(dialog.getByRole("button", { name: "Remove Spring tide" })).toBeVisible();
  await page.keyboard.press("Escape");

  // Several chats get a tag at once. Those that all have are listed as theirs.
  await chat(page, "Chat number 1").focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  const bar = page.getByRole("toolbar", { name: "Selected chats" });
  await bar.getByRole("button", { name: "Tags" }).click();
  await expect(dialog.getByRole("button", { name: "Remove Spring tide" })).toHaveCount(0);
  await dialog.getByRole("textbox", { name: "New tag" }).fill("neap");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: "Remove neap" })).toBeVisible();
  await expect(dialog.getByRole("textbox", { name: "New tag" })).toBeFocused();
  await page.keyboard.press("Escape");
  await chat(page, "Chat number 2").click();
  await expect(page.locator("header").getByText("2 messages · neap")).toBeVisible();
  await chat(page, "Chat number 1").click();
  await expect(page.locator("header").getByText("2 messages · Spring tide, neap")).toBeVisible();

  // The list shows the chats with all checked tags, and the open one.
  const filter = page.getByRole("button", { name: /^Filter by tags/ });
  await filter.click();
  await page.getByRole("menuitemcheckbox", { name: "neap" }).click();
  await expect.poll(() => rows(page)).toEqual(["Chat number 1", "Chat number 2"]);
  expect(await axeFindings(page)).toEqual([]);
  await filter.click();
  await page.getByRole("menuitem", { name: "Search in these chats" }).click();
  await expect(page.getByRole("combobox")).toHaveValue("tag:neap");
  await expect(page.getByRole("option")).toHaveCount(2);
  await page.goBack();
  await filter.click();
  await page.getByRole("menuitem", { name: "Show all chats" }).click();
  await expect.poll(() => rows(page)).toEqual(["Chat number 0", "Chat number 1", "Chat number 2"]);

  // The button beside the filter creates a project. The header of a chat shows it.
  await page.getByRole("button", { name: "New project" }).dblclick();
  const editor = page.getByRole("dialog", { name: "Edit project" });
  await editor.getByRole("textbox", { name: "Name" }).fill("Tides");
  await editor.getByRole("button", { name: "Done" }).click();
  await runCommand(page, "Move to project");
  await page.getByRole("combobox", { name: "Search projects" }).fill("tid");
  await page.keyboard.press("Enter");
  const shown = page.getByRole("button", { name: "Project: Tides" });
  await expect(shown).toBeVisible();
  const [title, mark] = [await page.locator("header h1").boundingBox(), await shown.boundingBox()];
  expect(mark?.y).toBeGreaterThan((title?.y ?? 0) + (title?.height ?? 0) - 8);
  expect(await axeFindings(page)).toEqual([]);
  await shown.click();
  await expect(editor).toBeVisible();
  await page.keyboard.press("Escape");

  await page.goto(`${app.url}/search-chat`);
  const field = page.getByRole("combobox");
  await expect(page.getByText("has:code")).toBeVisible();
  const found = (text: string) => page.getByRole("option").filter({ hasText: text });
  await field.fill('tag:"spring tide"');
  await expect(page.getByRole("option")).toHaveCount(2);
  await expect(found("Chat number 1")).toBeVisible();
  await field.fill('tag:"spring tide" tag:none');
  await expect(page.getByRole("option")).toHaveCount(0);
  await field.fill('cape tag:"spring tide" after:2001');
  await expect(page.getByRole("option")).toHaveCount(2);
  await field.fill("cape has:code");
  await expect(page.getByRole("option")).toHaveCount(0);
});

test("the address of a project unfolds it, and an unknown one is reported", async ({ page, app }) => {
  await openWith(page, app.url, 1);
  await createProject(page, "Tides");
  const id = await list(page).locator("[data-project]").getAttribute("data-project");
  await page.keyboard.press("Escape");
  await project(page, "Tides").click();
  await expect(project(page, "Tides")).toHaveAttribute("aria-expanded", "false");
  await page.goto(`${app.url}/?project=${id}`);
  await expect(project(page, "Tides")).toHaveAttribute("aria-expanded", "true");
  await expect(project(page, "Tides")).toBeInViewport();
  await page.goto(`${app.url}/?project=nothing`);
  await expect(page.getByText("This project doesn’t exist on this device.")).toBeVisible();
});

test.describe("on a phone, in Arabic", () => {
  const { defaultBrowserType: _browser, ...phone } = devices["iPhone 14"];
  test.use(phone);

  test("a chat is moved by its menu, and the arrow to the left unfolds", async ({ page, app }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.addInitScript(() => localStorage.setItem("lang", "ar"));
    await page.goto(app.url);
    await expect(page.locator("h1").first()).toBeVisible();
    await fillHistory(page, { chats: 3, messagesPerChat: 2 });
    await page.goto(app.url);
    const chats = page.locator("nav ul");
    await expect(chats.getByText("Chat number 1", { exact: true })).toBeVisible();
    const row = chats.locator("li", { hasText: "Chat number 1" }).locator("a");
    await expect(async () => {
      await row.dispatchEvent("contextmenu", { clientX: 80, clientY: 200, button: 2 });
      await expect(page.getByRole("menuitem", { name: "نقل إلى مشروع" })).toBeVisible({ timeout: 500 });
    }).toPass();
    await page.getByRole("menuitem", { name: "نقل إلى مشروع" }).click();
    await page.getByRole("option", { name: "مشروع جديد" }).click();
    await page.getByRole("textbox", { name: "الاسم" }).fill("المد والجزر");
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(await overflow()).toBeLessThanOrEqual(0);
    await page.keyboard.press("Escape");
    const folder = chats.locator("[data-fold]");
    await expect(folder).toHaveAttribute("aria-expanded", "true");
    await folder.focus();
    await page.keyboard.press("ArrowRight");
    await expect(folder).toHaveAttribute("aria-expanded", "false");
    await page.keyboard.press("ArrowLeft");
    await expect(folder).toHaveAttribute("aria-expanded", "true");
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflow()).toBeLessThanOrEqual(0);
    // The project's actions have a button of their own, which does not fold it.
    await page.getByRole("button", { name: /^إجراءات .*المد والجزر/ }).tap();
    await page.getByRole("menuitem", { name: "محادثة جديدة في هذا المشروع" }).tap();
    await expect(page.locator("[data-chat-screen] form textarea")).toBeVisible();
    await page.goBack();
    await expect(folder).toHaveAttribute("aria-expanded", "true");
    await expect(chats.locator("li[data-nested]")).toHaveCount(2);
  });
});
