import { devices, type Locator, type Page } from "@playwright/test";
import { arabic, english } from "../support/words";
import { expect, openFirstChat, test } from "./support/fixtures";
import { givenReply } from "./support/given-replies";

test.beforeEach(async ({ page }) => {
  // Only while nothing is chosen, so that a test can choose.
  await page.addInitScript(() => localStorage.getItem("lang") ?? localStorage.setItem("lang", "ar"));
});

test("in Arabic the page is right-to-left, with the sidebar at the right and Arabic texts", async ({ page, app }) => {
  await page.goto(app.url);
  await expect(box(page)).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page.locator("html")).toHaveAttribute("lang", "ar");
  const sidebar = page.getByRole("complementary", { name: arabic.sidebar.label });
  await expect(sidebar).toContainText(arabic.app.tagline);
  await expect(page.getByRole("heading", { name: arabic.chat.greeting })).toBeVisible();
  const sheet = await edges(page.getByRole("main"));
  expect((await edges(sidebar)).left).toBeGreaterThanOrEqual(sheet.right);
  // Send stands at the end of a line that runs to the left.
  const send = await edges(page.getByRole("button", { name: arabic.composer.send, exact: true }));
  expect(send.right).toBeLessThan((await edges(page.getByRole("button", { name: /^النموذج: / }))).left);
});

test("the direction is set before the app has started", async ({ page, app }) => {
  await page.route("**/*.js", (route) => route.abort());
  await page.goto(app.url);
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
});

test("the sidebar grows to the left, by mouse and by keyboard", async ({ page, app }) => {
  await page.goto(app.url);
  await expect(box(page)).toBeVisible();
  const handle = page.getByRole("separator", { name: arabic.sidebar.width });
  const width = () =>
    page
      .getByRole("complementary")
      .evaluate((element) => [
        Math.round(element.getBoundingClientRect().width),
        innerWidth - element.getBoundingClientRect().right,
      ]);
  await expect.poll(width).toEqual([300, 0]);
  await handle.press("ArrowLeft");
  await expect.poll(width).toEqual([316, 0]);
  await handle.press("ArrowRight");
  await expect.poll(width).toEqual([300, 0]);
  const { left, top } = await edges(handle);
  await page.mouse.move(left + 3, top + 200);
  await page.mouse.down();
  await page.mouse.move(left - 57, top + 200, { steps: 4 });
  // A press that ends sooner is a click.
  await page.waitForTimeout(320);
  await page.mouse.move(left - 97, top + 200);
  await page.mouse.up();
  await expect.poll(width).toEqual([400, 0]);
});

test("code and formulas stay left-to-right, Latin and Arabic text each have their own alignment", async ({
  page,
  app,
}) => {
  await page.goto(app.url);
  await ask(page, "markdown");
  const reply = page.getByRole("article").nth(1);
  await expect(reply.locator(".katex-display")).toBeVisible();
  const code = reply.getByRole("figure");
  await expect.poll(() => directionOf(code)).toBe("ltr");
  const [frame, line] = [await edges(code), await edges(code.locator("code"))];
  expect(line.left - frame.left).toBeLessThan(40);
  await expect.poll(() => directionOf(reply.locator(".katex-display"))).toBe("ltr");
  // Of a Latin paragraph the first letter stands at the left end of the column, of an Arabic one at the right end.
  const latin = await textEdges(reply.getByText("Text with"));
  expect(latin.text.left - latin.box.left).toBeLessThan(2);
  await ask(page, "مرحبًا بكم");
  const arabicText = await textEdges(page.getByRole("article").nth(2).getByText("مرحبًا بكم"));
  expect(arabicText.box.right - arabicText.text.right).toBeLessThan(2);
});

test("a name in Latin letters is aligned to the start of Arabic rows", async ({ page, app }) => {
  await page.goto(app.url);
  await page.getByRole("button", { name: arabic.composer.model.replace("{model}", "gpt-4o-mini") }).click();
  const label = page.getByRole("option", { selected: true }).getByText("gpt-4o-mini", { exact: true });
  const { box: place, text } = await textEdges(label);
  expect(place.right - place.left).toBeGreaterThan(200);
  expect(place.right - text.right).toBeLessThan(2);
});

test("the Arabic list shows the start of a Latin prompt, and truncates its end", async ({ page, app }) => {
  await page.goto(`${app.url}/settings`);
  await page.getByRole("button", { name: arabic.promptList.edit, exact: true }).click();
  const row = page.getByRole("list", { name: arabic.promptList.title }).getByRole("listitem").first();
  const [title, content] = [row.getByText("Proofread, keep my voice"), row.locator("span").last()];
  const { box: place, text } = await textEdges(title);
  expect(place.right - place.left).toBeGreaterThan(text.right - text.left + 100);
  expect(place.right - text.right).toBeLessThan(2);
  await expect.poll(() => directionOf(content)).toBe("ltr");
});

for (const width of [320, 390, 601, 760, 1440]) {
  test(`at ${width} px no page scrolls sideways in Arabic`, async ({ page, app }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${app.url}/chat`);
    await ask(page, "markdown");
    await expect(page.locator(".katex-display")).toBeVisible();
    expect(await scrolledSideways(page)).toEqual([]);
    await page.goto(`${app.url}/settings`);
    await expect(page.getByRole("heading", { level: 1, name: arabic.settings.title })).toBeVisible();
    expect(await scrolledSideways(page)).toEqual([]);
  });
}

test.describe("on a phone", () => {
  const { defaultBrowserType: _browser, ...phone } = devices["Pixel 5"];
  test.use(phone);

  test("the alternative text of an image that is not loaded is complete, in either script", async ({ page, app }) => {
    const words = [
      "The harbour of Brest at low tide, seen from the castle",
      "المرفأ عند الجزر الأدنى كما يُرى من القلعة القديمة والقوارب",
    ];
    await givenReply(page, words.map((each) => `![${each}](https://tides.example/a.png)`).join("\n\n"));
    await page.goto(app.url);
    await openFirstChat(page, arabic.sidebar.chats);
    await box(page).fill("go");
    await page.getByRole("button", { name: arabic.composer.send, exact: true }).click();
    for (const each of words) {
      await expect(page.getByRole("log").getByText(each)).toBeVisible();
      const isCut = (node: Element) => node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight + 1;
      expect(await page.getByRole("log").getByText(each).evaluate(isCut)).toBe(false);
    }
  });

  test("the back arrow points to the right, towards the list", async ({ page, app }) => {
    await page.goto(`${app.url}/chat`);
    const back = page.getByRole("link", { name: arabic.chat.backToChats });
    // In one look, for the page may still be on its way in.
    const [arrow = 0, title = 0] = await page
      .locator("main header")
      .evaluate((header) => ["a", "h1"].map((part) => header.querySelector(part)?.getBoundingClientRect().right));
    expect(arrow).toBeGreaterThan(title);
    const icon = back.locator("svg");
    await expect.poll(() => icon.evaluate((element) => getComputedStyle(element).transform)).toMatch(/^matrix\(-1, 0/);
    await back.click();
    await expect(page.getByRole("navigation", { name: arabic.sidebar.chats })).toBeVisible();
    expect(await scrolledSideways(page)).toEqual([]);
  });
});

test("the language is changed in the settings and back, each with a reload", async ({ page, app }) => {
  await page.goto(`${app.url}/settings`);
  await page.getByRole("combobox", { name: arabic.settings.language }).selectOption("English");
  await expect(page.getByRole("heading", { level: 1, name: english.settings.title })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("dir", "ltr");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.getByRole("combobox", { name: english.settings.language }).selectOption("العربية");
  await expect(page.getByRole("heading", { level: 1, name: arabic.settings.title })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
});

function box(page: Page): Locator {
  return page.getByRole("textbox", { name: arabic.composer.label, exact: true });
}

async function ask(page: Page, text: string): Promise<void> {
  const before = await page.getByRole("article").count();
  await box(page).fill(text);
  await box(page).press("Enter");
  await expect(page.getByRole("article")).toHaveCount(before + 2);
  await expect(page.getByRole("button", { name: arabic.composer.stop, exact: true })).toHaveCount(0);
}

function directionOf(element: Locator): Promise<string> {
  return element.evaluate((node) => getComputedStyle(node).direction);
}

interface Edges {
  readonly left: number;
  readonly right: number;
  readonly top: number;
}

function edges(element: Locator): Promise<Edges> {
  return element.evaluate((node) => {
    const { left, right, top } = node.getBoundingClientRect();
    return { left, right, top };
  });
}

/** The edges of a paragraph and of the words in it. */
function textEdges(element: Locator): Promise<{ readonly box: Edges; readonly text: Edges }> {
  return element.evaluate((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const [box, text] = [node.getBoundingClientRect(), range.getBoundingClientRect()];
    return {
      box: { left: box.left, right: box.right, top: box.top },
      text: { left: text.left, right: text.right, top: text.top },
    };
  });
}

/**
 * What can be scrolled sideways that should not: the page and its scrolling parts, but for code and tables in messages,
 * and for the contents of the settings, which on a phone are a row to be pushed.
 */
function scrolledSideways(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [document.documentElement, ...document.body.querySelectorAll("*")]
      .filter((node) => node === document.documentElement || /auto|scroll/.test(getComputedStyle(node).overflowY))
      .filter((node) => !node.closest("article, main nav") && node.scrollWidth > node.clientWidth)
      .map((node) => `${node.tagName} ${node.className}: ${node.scrollWidth} in ${node.clientWidth}`),
  );
}
