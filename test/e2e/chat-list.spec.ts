import { type CDPSession, devices, type Locator, type Page } from "@playwright/test";
import { fillHistory } from "../../bench/history.mjs";
import { expect, messageBox, test } from "./support/fixtures";

const list = (page: Page) => page.getByRole("navigation", { name: "Chats" });
const row = (page: Page, title: string) =>
  list(page)
    .getByRole("listitem")
    .filter({ has: page.getByText(title, { exact: true }) });
const link = (page: Page, title: string) => row(page, title).locator("a");
const titles = (page: Page) =>
  list(page)
    .locator("a > [dir=auto]")
    .evaluateAll((shown) => shown.map((each) => each.textContent).filter((title) => title !== "New chat"));

/** Opens the app with so many chats, `Chat number 0` on top; they are ready for every hand. */
async function openWith(page: Page, url: string, chats: number, path = "/"): Promise<void> {
  await page.goto(url);
  await expect(page.getByRole("heading", { name: "Chats" }).or(messageBox(page)).first()).toBeVisible();
  await fillHistory(page, { chats, messagesPerChat: 2 });
  await page.goto(url + path);
  await expect(list(page).getByText("Chat number 0", { exact: true })).toBeVisible();
  await handsReady(page);
}

/** What can be done with the list is loaded once the page has nothing better to do. */
async function handsReady(page: Page): Promise<void> {
  await expect(async () => {
    await link(page, "Chat number 0").dispatchEvent("contextmenu", { clientX: 80, clientY: 200, button: 2 });
    await expect(page.getByRole("menuitem", { name: "Duplicate" })).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menuitem")).toHaveCount(0);
}

async function choose(page: Page, title: string, action: string): Promise<void> {
  await link(page, title).click({ button: "right" });
  await page.getByRole("menuitem", { name: action }).click();
}

test("a chat is pinned, renamed and duplicated with one click on its row", async ({ page, app }) => {
  await openWith(page, app.url, 3);
  await handsReady(page);
  await row(page, "Chat number 2").hover();
  await row(page, "Chat number 2").getByRole("button", { name: "Pin", exact: true }).click();
  await expect.poll(() => titles(page)).toEqual(["Chat number 2", "Chat number 0", "Chat number 1"]);
  await row(page, "Chat number 1").hover();
  await row(page, "Chat number 1").getByRole("button", { name: "Rename" }).click();
  await expect(page.getByRole("textbox", { name: "Title of Chat number 1" })).toBeFocused();
  await page.keyboard.type("Tides");
  await page.keyboard.press("Enter");
  await expect.poll(() => titles(page)).toEqual(["Chat number 2", "Chat number 0", "Tides"]);
  await row(page, "Tides").hover();
  await row(page, "Tides").getByRole("button", { name: "Duplicate chat" }).click();
  await expect(row(page, "Tides (copy)")).toBeVisible();
  await row(page, "Chat number 2").hover();
  await row(page, "Chat number 2").getByRole("button", { name: "Unpin" }).click();
  await expect(list(page).getByText("Pinned", { exact: true })).toHaveCount(0);
});

test("the title of a chat ends before the actions that its row shows on hover", async ({ page, app }) => {
  await openWith(page, app.url, 2);
  await page.getByRole("link", { name: /^Chat number 1/ }).hover();
  const hovered = row(page, "Chat number 1");
  const rename = hovered.getByRole("button", { name: "Rename", exact: true });
  await expect(rename).toBeVisible();
  const [actions, title] = await Promise.all([rename.boundingBox(), hovered.locator("a > [dir=auto]").boundingBox()]);
  expect((title?.x ?? 0) + (title?.width ?? 0)).toBeLessThanOrEqual(actions?.x ?? 0);
});

test("a pinned chat is on top under its own caption, after a reload and in another tab", async ({
  page,
  app,
  context,
}) => {
  await openWith(page, app.url, 4);
  const other = await context.newPage();
  await other.goto(app.url);
  await expect(link(other, "Chat number 0")).toBeVisible();
  await choose(page, "Chat number 2", "Pin");
  const order = ["Chat number 2", "Chat number 0", "Chat number 1", "Chat number 3"];
  await expect.poll(() => titles(page)).toEqual(order);
  await expect.poll(() => titles(other)).toEqual(order);
  await expect(list(other).getByText("Pinned", { exact: true })).toBeVisible();
  await page.reload();
  await expect.poll(() => titles(page)).toEqual(order);
  await expect(row(page, "Chat number 2").getByRole("img", { name: "Pinned" })).toBeVisible();
  await handsReady(page);
  await choose(page, "Chat number 2", "Unpin");
  await expect.poll(() => titles(page)).toEqual(["Chat number 0", "Chat number 1", "Chat number 2", "Chat number 3"]);
});

test("of ten thousand chats, few are rendered, and all are reachable by keyboard, with the focus in the viewport", async ({
  page,
  app,
}) => {
  test.slow();
  await openWith(page, app.url, 10_000);
  const rows = list(page).getByRole("listitem");
  expect(await rows.count()).toBeLessThan(60);
  // Until all chats are read, the last known one is the end.
  await expect(row(page, "Chat number 0")).toHaveAttribute("aria-setsize", /^\d{5}$/);
  await link(page, "Chat number 0").focus();
  await page.keyboard.press("End");
  await expect(link(page, "Chat number 9999")).toBeFocused();
  await expect(link(page, "Chat number 9999")).toBeInViewport();
  const last = row(page, "Chat number 9999");
  expect(await last.getAttribute("aria-posinset")).toBe(await last.getAttribute("aria-setsize"));
  await page.keyboard.press("ArrowUp");
  await expect(link(page, "Chat number 9998")).toBeFocused();
  await list(page).evaluate((view) => view.scrollTo(0, 0));
  await expect(link(page, "Chat number 3")).toBeInViewport();
  await expect(link(page, "Chat number 9998")).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(link(page, "Chat number 9997")).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Chat number 9997");
  expect(await rows.count()).toBeLessThan(60);
  // The URL changes after the messages are painted, and a reload opens the chat of the URL.
  await expect(page).toHaveURL(/id=chat-9997$/);
  await page.reload();
  await expect(link(page, "Chat number 9997")).toBeInViewport();
});

test("by keyboard: one Tab stop, rename in place, menu, delete with undo, selection", async ({ page, app }) => {
  await openWith(page, app.url, 6);
  await link(page, "Chat number 0").focus();
  await page.keyboard.press("ArrowDown");
  await expect(link(page, "Chat number 1")).toBeFocused();
  expect(await list(page).locator('a[tabindex="0"], button:not([tabindex="-1"])').count()).toBe(1);

  await page.keyboard.press("F2");
  const field = list(page).getByRole("textbox", { name: "Title of Chat number 1" });
  await expect(field).toBeFocused();
  await field.fill("Tides");
  await page.keyboard.press("Escape");
  await expect(link(page, "Chat number 1")).toBeFocused();
  await page.keyboard.press("F2");
  await field.fill("Tides");
  await page.keyboard.press("Enter");
  await expect(link(page, "Tides")).toBeFocused();

  await page.keyboard.press("Shift+F10");
  await expect(page.getByRole("menuitem", { name: "Open" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(link(page, "Tides")).toBeFocused();

  await page.keyboard.press("Delete");
  await expect(link(page, "Tides")).toHaveCount(0);
  await expect(link(page, "Chat number 2")).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(link(page, "Tides")).toBeVisible();

  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await expect(page.getByRole("toolbar", { name: "Selected chats" })).toContainText("3 chats selected");
  await page.keyboard.press("Space");
  await expect(page.getByRole("toolbar", { name: "Selected chats" })).toContainText("2 chats selected");
  await page.keyboard.press("Delete");
  await expect(link(page, "Chat number 2")).toHaveCount(0);
  await expect(link(page, "Chat number 3")).toHaveCount(0);
  await expect(link(page, "Chat number 4")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(link(page, "Chat number 3")).toBeVisible();

  await link(page, "Tides").focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("toolbar", { name: "Selected chats" })).toHaveCount(0);
  await page.keyboard.press("Alt+Shift+ArrowUp");
  await expect(link(page, "Tides")).toBeFocused();
  await expect.poll(async () => (await titles(page)).indexOf("Chat number 0")).toBe(1);
});

test("several chats are selected with the mouse, deleted, and restored at once", async ({ page, app }) => {
  await openWith(page, app.url, 5);
  await choose(page, "Chat number 1", "Select");
  await link(page, "Chat number 3").click({ modifiers: ["Shift"] });
  await expect(list(page).getByRole("checkbox", { checked: true })).toHaveCount(3);
  await page.getByRole("button", { name: "Delete 3 chats" }).click();
  await expect.poll(() => titles(page)).toEqual(["Chat number 0", "Chat number 4"]);
  await expect(page.getByText("3 chats deleted")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => titles(page)).toHaveLength(5);
});

test("a chat that is not open is duplicated with its messages", async ({ page, app }) => {
  await openWith(page, app.url, 2);
  await choose(page, "Chat number 1", "Duplicate");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Chat number 1 (copy)");
  await expect(page.getByRole("article")).toHaveCount(2);
});

test.describe("on a phone", () => {
  const { defaultBrowserType: _browser, ...phone } = devices["Pixel 5"];
  test.use({ ...phone, viewport: { width: 390, height: 844 } });

  test("a swipe reveals pin and delete, scrolling still works, and a long press opens the menu", async ({
    page,
    app,
  }) => {
    await openWith(page, app.url, 40);
    const finger = await page.context().newCDPSession(page);
    await swipe(finger, row(page, "Chat number 1"), -160);
    const remove = row(page, "Chat number 1").getByRole("button", { name: "Delete chat: Chat number 1" }).last();
    await expect(remove).toBeInViewport();
    await remove.click();
    await expect(link(page, "Chat number 1")).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(link(page, "Chat number 1")).toBeVisible();

    await swipe(finger, row(page, "Chat number 3"), -160);
    await row(page, "Chat number 3").getByRole("button", { name: "Pin" }).click();
    await expect(row(page, "Chat number 3").getByRole("img", { name: "Pinned" })).toBeVisible();
    await expect(page.getByText("Chat number 3 is pinned", { exact: true })).toBeAttached();
    await swipe(finger, row(page, "Chat number 2"), -30);
    await expect(row(page, "Chat number 2").getByRole("button", { name: "Pin" })).toHaveCount(0);

    await swipe(finger, row(page, "Chat number 4"), 0, -300);
    await expect.poll(() => list(page).evaluate((view) => view.scrollTop)).toBeGreaterThan(100);
    await expect(page).toHaveURL(`${app.url}/`);
    await list(page).evaluate((view) => view.scrollTo(0, 0));

    await hold(finger, row(page, "Chat number 2"));
    await page.getByRole("menuitem", { name: "Rename" }).tap();
    await expect(list(page).getByRole("textbox")).toBeFocused();
  });

  test("files attached to the message box of the list are in a new chat, behind what was typed", async ({
    page,
    app,
  }) => {
    await openWith(page, app.url, 3);
    await messageBox(page).fill("What is this?");
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Add files" }).tap();
    await (await chooser).setFiles({ name: "tides.csv", mimeType: "text/csv", buffer: Buffer.from("hour,height") });
    await expect(page).toHaveURL(/\/chat\?id=/);
    await expect(messageBox(page)).toHaveValue("What is this?");
    await expect(page.getByRole("form", { name: "Message" }).getByText("tides.csv")).toBeVisible();
  });
});

async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox();
  if (!box) throw new Error("no row");
  return { x: Math.round(box.x + box.width * 0.6), y: Math.round(box.y + box.height / 2) };
}

/** Moves a finger from the middle of a row, and lets it rest before it is lifted: nothing goes on of its own. */
async function swipe(finger: CDPSession, target: Locator, aside: number, down = 0): Promise<void> {
  const { x, y } = await middleOf(target);
  await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
  for (let step = 1; step <= 8; step++) {
    const point = { x: x + (aside * step) / 8, y: y + (down * step) / 8 };
    await finger.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [point] });
  }
  // Chromium takes a finger for still that has not moved for 40 ms; lifted earlier, it throws the list on for a second.
  await target.page().waitForTimeout(100);
  await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  // A touch right behind another one would be half of a double tap.
  await target.page().waitForTimeout(400);
}

/** Rests a finger on a row until it is taken hold of, and lifts it. */
async function hold(finger: CDPSession, target: Locator): Promise<void> {
  await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [await middleOf(target)] });
  await expect(target).toHaveAttribute("data-dragged");
  await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

/** How many rows have been moved by a transition since the page was opened, each with how far and how long. */
const movements = (page: Page) => page.evaluate(() => (window as unknown as { moved: unknown[] }).moved);

for (const [motion, expected] of [
  ["no-preference", [["translateY(53px)", 150]]],
  ["reduce", []],
] as const) {
  test(`those below a deleted chat move up to it (motion: ${motion})`, async ({ page, app }) => {
    await page.emulateMedia({ reducedMotion: motion });
    await page.addInitScript(() => {
      const moved: unknown[] = [];
      Object.assign(window, { moved });
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (frames, options) {
        const { transform } = frames as { transform: string[] };
        const { duration } = options as KeyframeAnimationOptions;
        if (this.matches("[data-id]")) moved.push([transform[0], duration]);
        return animate.call(this, frames, options);
      };
    });
    await openWith(page, app.url, 3, "/chat?id=chat-0");
    await row(page, "Chat number 1").hover();
    await row(page, "Chat number 1").getByRole("button", { name: "Delete chat" }).click();
    await expect(row(page, "Chat number 1")).toHaveCount(0);
    await expect.poll(() => movements(page)).toEqual(expected);
  });
}
