import type { Locator, Page, Route } from "@playwright/test";
import { axeFindings } from "./support/axe";
import { breakRendering } from "./support/broken-screen";
import { everywhere, expect, messages, needsServer, replyEnded, send, test } from "./support/fixtures";
import { giveBrand } from "./support/given-brand";

const search = (page: Page) => page.getByRole("searchbox", { name: "Search settings" });
const shownRows = (page: Page) => page.locator("main [data-row]:visible");
const row = (page: Page, id: string) => page.locator(`#${id}`);

/** Names a feed of versions in the brand, as whoever serves the app may. */
async function withFeed(page: Page, answer: (route: Route) => Promise<void>): Promise<void> {
  await giveBrand(page, {
    updates: { kind: "tag", feed: "https://feed.test/tags", page: "https://feed.test/upgrade" },
  });
  await page.route("https://feed.test/**", answer);
}

const tags = (name: unknown) => (route: Route) =>
  route.fulfill({ json: [{ name }], headers: { "access-control-allow-origin": "*" } });

test("the search finds rows in all sections by title, hint, option and synonyms, and shows their number", async ({
  page,
  app,
}) => {
  await page.goto(`${app.url}/settings`);
  await expect(row(page, "clearAll")).toBeVisible();
  await search(page).fill("night");
  await expect(shownRows(page)).toHaveText([/^Theme/]);
  await expect(page.getByRole("status").filter({ hasText: "1 setting found" })).toBeAttached();
  await search(page).fill("images");
  await expect(row(page, "visionModels")).toBeVisible();
  await expect(row(page, "theme")).toBeHidden();
  await search(page).fill("Reset");
  await expect(row(page, "resetSettings")).toBeVisible();
  await expect(page.getByRole("heading", { name: "General" })).toBeHidden();
  await search(page).fill(".*");
  await expect(page.getByText("No matching settings. Try different words.")).toBeVisible();
  const sections = page.getByRole("navigation", { name: "Sections" });
  await expect(sections.locator("[aria-current]")).toHaveCount(0);
  await page.getByRole("main").getByRole("button", { name: "Clear search" }).last().click();
  await expect(search(page)).toBeFocused();
  await expect(sections.locator("[aria-current]")).toHaveCount(1);
  for (const id of ["theme", "visionModels", "resetSettings"]) await expect(row(page, id)).toBeVisible();
});

test("the first section with a result of the search is marked, and a search for a screen offers a link", async ({
  page,
  app,
}) => {
  await page.goto(`${app.url}/settings`);
  await expect(row(page, "clearAll")).toBeVisible();
  const current = page.getByRole("navigation", { name: "Sections" }).locator("[aria-current]");
  await expect(current).toHaveText("General");
  await search(page).fill("clear all data");
  await expect(row(page, "clearAll")).toBeVisible();
  await expect(current).toHaveText("Reset");
  for (const [query, name, path] of [
    ["mcp", "MCP market", "/mcp-market"],
    ["plugin", "Plugins", "/plugins"],
  ] as const) {
    await search(page).fill(query);
    await expect(page.getByRole("main").getByRole("link", { name, exact: true })).toHaveAttribute("href", path);
  }
});

test("on a phone the strip of sections fades at an edge with more content", async ({ page, app }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${app.url}/settings`);
  const strip = page.getByRole("navigation", { name: "Sections" });
  const fades = () =>
    strip.evaluate((nav) => ["::before", "::after"].map((edge) => Number(getComputedStyle(nav, edge).opacity)));
  await expect.poll(fades).toEqual([0, 1]);
  await strip.evaluate((nav) => nav.scrollTo({ left: 100, behavior: "instant" }));
  await expect.poll(fades).toEqual([1, 1]);
  await strip.evaluate((nav) => nav.scrollTo({ left: nav.scrollWidth, behavior: "instant" }));
  await expect.poll(fades).toEqual([1, 0]);
});

test(
  "a URL leads to its row, even one that renders later, and into it by keyboard",
  everywhere,
  async ({ page, app }) => {
    await page.goto(`${app.url}/settings#temperature`);
    await expect(row(page, "temperature").getByRole("slider")).toBeFocused();
    await expect(row(page, "temperature")).toBeInViewport();
    await expect(page.getByRole("navigation", { name: "Sections" }).locator("[aria-current]")).toHaveText("Model");
    await page.goto(`${app.url}/settings`);
    await page.getByRole("link", { name: "Reset", exact: true }).click();
    await expect(row(page, "clearAll")).toBeInViewport();
    await expect(page.getByRole("navigation", { name: "Sections" }).locator("[aria-current]")).toHaveText("Reset");
  },
);

test("the language changes during a streaming reply only after confirmation, and its text so far stays", async ({
  page,
  app,
}) => {
  await page.goto(app.url);
  await send(page, "endless");
  await expect(messages(page).last()).toContainText("word");
  await page.keyboard.press("Control+,");
  await page.getByRole("combobox", { name: "Language" }).selectOption("العربية");
  const question = page.getByRole("alertdialog", { name: "Change the language to العربية now?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("combobox", { name: "Language" })).toHaveValue("en");
  await page.getByRole("combobox", { name: "Language" }).selectOption("العربية");
  await question.getByRole("button", { name: "Stop and change" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "ar");
  await page.goto(app.url);
  await expect(page.getByRole("article").last()).toContainText("word");
});

test("a number out of range is clamped, without an error", async ({ page, app }) => {
  await page.goto(`${app.url}/settings#max_tokens`);
  const tokens = row(page, "max_tokens").getByRole("spinbutton");
  await tokens.fill("999999");
  await tokens.blur();
  await expect(tokens).toHaveValue("512000");
  await expect(page.getByText("Set to 512,000, the closest allowed value")).toBeAttached();
  await expect(tokens).not.toHaveAttribute("aria-invalid", "true");
});

test("without a version feed, no request is sent", async ({ page, keyless }) => {
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(keyless.url)) foreign.push(request.url());
  });
  await page.goto(`${keyless.url}/settings`);
  await expect(row(page, "version")).toContainText(/^Versionv\d/);
  await expect(row(page, "version").getByRole("button")).toHaveCount(0);
  await expect(row(page, "clearAll")).toBeVisible();
  expect(foreign.filter((url) => url.startsWith("http"))).toEqual([]);
});

test("a newer version is checked once in two hours, and on request; an invalid response changes nothing", async ({
  page,
  app,
}) => {
  let asked = 0;
  let answer = tags("v99.1.0");
  await withFeed(page, async (route) => {
    asked += 1;
    await answer(route);
  });
  await page.goto(`${app.url}/settings`);
  await expect(row(page, "version")).toContainText("v99.1.0 is available");
  await expect(row(page, "version")).toContainText("Checks feed.test, at most every two hours");
  await expect(row(page, "version").getByRole("link", { name: "Update" })).toHaveAttribute(
    "href",
    "https://feed.test/upgrade",
  );
  await page.reload();
  await expect(row(page, "version")).toContainText("v99.1.0 is available");
  expect(asked).toBe(1);
  answer = tags("<b>now</b>");
  await row(page, "version").getByRole("button", { name: "Check again" }).click();
  await expect(row(page, "version")).toContainText("Couldn’t check for updates");
  expect(asked).toBe(2);
  await page.reload();
  await expect(row(page, "version")).toContainText("v99.1.0 is available");
  answer = tags("v0.0.1");
  await row(page, "version").getByRole("button", { name: "Check again" }).click();
  await expect(row(page, "version")).toContainText("up to date");
});

test(
  "the usage of the account is shown if the operator allows it, once a minute",
  needsServer,
  async ({ page, provider, withApp }) => {
    await withApp({ OPENAI_API_KEY: "sk-server", BASE_URL: provider.url, ENABLE_BALANCE_QUERY: "1" }, async (app) => {
      let asked = 0;
      await page.route("**/dashboard/billing/**", async (route) => {
        asked += 1;
        const isUsage = route.request().url().includes("/usage?");
        await route.fulfill({ json: isUsage ? { total_usage: 412.4 } : { hard_limit_usd: 20 } });
      });
      await page.goto(`${app.url}/settings#usage`);
      await expect(row(page, "usage")).toContainText("$4.12 of $20.00 used.");
      await row(page, "usage").getByRole("button", { name: "Check again" }).click();
      await expect(row(page, "usage")).toContainText("$4.12 of $20.00 used.");
      expect(asked).toBe(2);
      await page.unroute("**/dashboard/billing/**");
      await page.route("**/dashboard/billing/**", (route) => route.fulfill({ status: 500, json: {} }));
      await page.reload();
      await expect(row(page, "usage")).toContainText("Failed to query usage from openai");
    });
  },
);

test("features that the operator hides are missing", needsServer, async ({ page, withApp }) => {
  await withApp({ OPENAI_API_KEY: "sk-server", HIDE_USER_API_KEY: "1" }, async (app) => {
    await page.goto(`${app.url}/settings`);
    await expect(row(page, "customModels")).toBeVisible();
    for (const id of ["useCustomConfig", "usage", "openai", "accessCode"]) await expect(row(page, id)).toHaveCount(0);
  });
});

test("an emoji is found by its name, selected by keyboard, and shown beside the user's messages", async ({
  page,
  app,
}) => {
  await page.goto(`${app.url}/settings`);
  await page.getByRole("button", { name: "Choose an avatar" }).focus();
  await page.keyboard.press("Enter");
  const field = page.getByRole("searchbox", { name: "Search emoji" });
  await expect(field).toBeFocused();
  await expect(page.getByRole("group", { name: "Smileys" }).getByRole("button").first()).toBeVisible();
  await page.keyboard.type("octopus");
  await expect(page.getByRole("group", { name: "Emoji" }).getByRole("button")).toHaveCount(1);
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("button", { name: "octopus" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Choose an avatar" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(
    page.getByRole("group", { name: "Recently used" }).getByRole("button", { name: "octopus" }),
  ).toBeVisible();
  await page.keyboard.press("Escape");
  await page.goto(app.url);
  await send(page, "hello");
  await replyEnded(page);
  // The emoji at 18 px in a tile of 30 px, as large as the tile of a model.
  const looks = async (tile: Locator) =>
    tile.evaluate((node) => [node.clientWidth, node.clientHeight, getComputedStyle(node).fontSize]);
  await expect.poll(() => looks(messages(page).first().getByText("🐙", { exact: true }))).toEqual([30, 30, "18px"]);
  expect((await looks(messages(page).last().locator("[data-f=gpt]").first())).slice(0, 2)).toEqual([30, 30]);
});

test("the tight border removes the frame of the window, and has no effect on a phone", async ({ page, app }) => {
  const frame = () =>
    page.locator("#main").evaluate((sheet) => {
      const { x, y, right, bottom } = sheet.getBoundingClientRect();
      return [x, y, innerWidth - right, innerHeight - bottom, getComputedStyle(sheet).borderStartEndRadius];
    });
  await page.goto(`${app.url}/settings`);
  await expect(row(page, "tightBorder")).toBeVisible();
  await expect.poll(frame).toEqual([300, 8, 8, 8, "12px"]);
  await page.getByRole("switch", { name: "Tight border" }).check();
  await expect.poll(frame).toEqual([300, 0, 0, 0, "0px"]);
  await page.setViewportSize({ width: 600, height: 844 });
  await expect.poll(frame).toEqual([0, 0, 0, 0, "0px"]);
  await page.getByRole("switch", { name: "Tight border" }).uncheck();
  await expect.poll(frame).toEqual([0, 0, 0, 0, "0px"]);
});

test("if the emoji cannot be loaded, a message offers a retry", async ({ page, app }) => {
  await page.route("**/emoji/*.json", (route) => route.fulfill({ status: 500, body: "" }));
  await page.goto(`${app.url}/settings`);
  await page.getByRole("button", { name: "Choose an avatar" }).click();
  await expect(page.getByText("Couldn’t load the emoji.")).toBeVisible();
  await page.unroute("**/emoji/*.json");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("group", { name: "Smileys" })).toBeVisible();
});

test(
  "if a screen fails to render, the error, its component stack and possible actions are shown",
  everywhere,
  async ({ page, app, path }) => {
    await breakRendering(page);
    await page.goto(app.url);
    await expect(page.getByRole("heading", { name: "Oops, something went wrong!" })).toBeVisible();
    await expect(page.locator("pre strong")).toHaveText("Error: The clock is broken");
    await expect(page.locator("pre")).toContainText(/\n\s*at /);
    await expect(page.getByRole("button", { name: "Reload" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Copy details" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Save my data" })).toHaveAttribute("href", `${path}/rescue/index.html`);
    expect(await axeFindings(page)).toEqual([]);
    await page.screenshot({ path: test.info().outputPath("error.png") });
    await page.getByRole("link", { name: "Clear All Data" }).click();
    await expect(page).toHaveURL(/\/rescue\/index\.html/);
  },
);

test("messages have the selected size and fonts, also after a reload; an empty font is the default", async ({
  page,
  app,
}) => {
  const paragraph = messages(page).nth(1).locator("p").first();
  const look = () => paragraph.evaluate((node) => [getComputedStyle(node).fontSize, getComputedStyle(node).fontFamily]);
  await page.goto(app.url);
  await send(page, "hello");
  await expect(paragraph).toContainText("You said: hello");
  const [, usual] = await look();
  await expect.poll(look).toEqual(["14px", usual]);
  await page.goto(`${app.url}/settings`);
  await page.getByRole("slider", { name: "Font size" }).fill("22");
  await page.getByRole("textbox", { name: "Chat font" }).fill("Georgia, Times New Roman, serif");
  await page.goto(`${app.url}/chat`);
  await expect(paragraph).toContainText("You said: hello");
  await expect.poll(look).toEqual(["22px", `Georgia, "Times New Roman", serif, ${usual}`]);
  await page.goto(`${app.url}/settings`);
  await page.getByRole("textbox", { name: "Chat font" }).fill(" ");
  await page.goto(`${app.url}/chat`);
  await expect(paragraph).toContainText("You said: hello");
  await expect.poll(look).toEqual(["22px", usual]);
});
