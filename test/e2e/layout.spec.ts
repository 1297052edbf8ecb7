import { devices, type Page } from "@playwright/test";
import { screens } from "@/lib/brand/screens";
import { fillHistory } from "../../bench/history.mjs";
import { describeBuild } from "./support/build-description";
import { addressOf, expect, messageBox, replyEnded, send, test } from "./support/fixtures";
import { wordFaults } from "./support/word-faults";
import { wordsWithoutRoom } from "./support/word-room";

/** All screens. */
const paths = [...screens.map(({ path }) => (path === "/search-chat" ? `${path}?q=tide` : path)), "/nowhere"];

const sheet = (page: Page) => page.getByRole("main");

test.describe("the tight layout", () => {
  test("the sheet fills the window from the first paint on, also at full width", async ({ page, app }) => {
    await page.goto(`${app.url}/settings`);
    await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
    await expect.poll(() => sheet(page).boundingBox()).toEqual({ x: 300, y: 8, width: 1132, height: 884 });
    await page.getByRole("switch", { name: "Tight border" }).check();
    await expect(page.locator("body")).toHaveClass("tight");
    await expect.poll(() => sheet(page).boundingBox()).toEqual({ x: 300, y: 0, width: 1140, height: 900 });
    await expect(sheet(page)).toHaveCSS("border-radius", "0px");
    await page.goto(`${app.url}/chat`);
    await page.getByRole("button", { name: "Full width" }).click();
    await expect.poll(() => sheet(page).boundingBox()).toEqual({ x: 0, y: 0, width: 1440, height: 900 });
    await page.route("**/*.js", (route) => route.abort());
    await page.reload();
    await expect(page.locator("body")).toHaveClass("tight");
  });

  test("the desktop app has it without the setting", async ({ page, app }) => {
    await describeBuild(page, { isApp: true });
    await page.goto(addressOf(app, "/"));
    await expect(messageBox(page)).toBeVisible();
    await expect.poll(() => sheet(page).boundingBox()).toEqual({ x: 300, y: 0, width: 1140, height: 900 });
    await page.route("**/*.js", (route) => route.abort());
    await page.reload();
    await expect(page.locator("body")).toHaveClass("tight");
  });

  test.describe("on a phone", () => {
    const { defaultBrowserType: _browser, ...phone } = devices["Pixel 5"];
    test.use({ ...phone, viewport: { width: 390, height: 844 } });

    test("nothing changes, because there is no frame", async ({ page, app }) => {
      await describeBuild(page, { isApp: true });
      await page.goto(addressOf(app, "/settings"));
      await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
      // It comes in from the side.
      await expect.poll(() => sheet(page).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
      await expect(sheet(page)).toHaveCSS("border-left-width", "0px");
    });
  });
});

/** Windows of a laptop: zoomed to 200 %, with text of 200 %, both, and zoomed to 400 %. Sizes of text in percent. */
for (const { width, height, text } of [
  { width: 320, height: 256, text: 100 },
  { width: 640, height: 400, text: 100 },
  { width: 1280, height: 800, text: 200 },
  { width: 640, height: 400, text: 200 },
]) {
  test(`at ${width} px with text of ${text} % no screen scrolls sideways or truncates content`, async ({
    page,
    app,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto(`${app.url}/chat`);
    await expect(messageBox(page)).toBeVisible();
    await fillHistory(page, { chats: 3, messagesPerChat: 2 });
    await page.reload();
    await send(page, "markdown");
    await replyEnded(page);
    for (const path of paths) {
      await page.goto(app.url + path);
      await page.addStyleTag({ content: `html { font-size: ${text}% }` });
      await page.waitForLoadState("networkidle");
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width);
      expect(await page.evaluate(wordsWithoutRoom), path).toEqual([]);
    }
  });
}

/** Those with the most words of the app's own, each with the sidebar. */
const wordiest = ["/chat", "/settings", "/masks", "/new-chat"];

/** Lengthened English everywhere; the languages that are longest, densest and tallest where they say most. */
for (const lang of ["xa", "de", "ru", "ar", "jp", "bn"] as const) {
  test(`in ${lang} the texts of the screens fit, on a desktop and on phones`, async ({ page, app }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.addInitScript((code) => localStorage.setItem("lang", code), lang);
    for (const path of lang === "xa" ? paths : wordiest) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(app.url + path);
      await page.waitForLoadState("networkidle");
      expect(await wordFaults(page, lang, [1440, 390, 320]), path).toEqual([]);
    }
  });
}

for (const lang of ["de", "ar"] as const) {
  test(`in ${lang}, with messages in the largest font size, texts fit and nothing scrolls sideways`, async ({
    page,
    app,
  }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(`${app.url}/chat`);
    await expect(messageBox(page)).toBeVisible();
    await fillHistory(page, { chats: 3, messagesPerChat: 2 });
    await page.evaluate((code) => {
      localStorage.setItem("lang", code);
      localStorage.setItem("app-config", JSON.stringify({ version: 4.1, state: { _hasHydrated: true, fontSize: 40 } }));
    }, lang);
    await page.goto(`${app.url}/chat`);
    await expect(page.getByRole("article").first().locator("p").first()).toHaveCSS("font-size", "40px");
    for (const width of [1440, 390, 320]) {
      expect(await wordFaults(page, lang, [width])).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  });
}

test.describe("with the worker that opens the app without a network", () => {
  test.use({ serviceWorkers: "allow" });

  test("no screen writes to the console, or preloads files that it does not use", async ({ context, app }) => {
    const told: string[] = [];
    // The server of the tests has no storage for shared pages, and the browser logs its refusal. One page after the
    // other: the app stops waiting for its brand after five seconds, and reports that.
    for (const path of paths.filter((path) => path !== "/artifacts")) {
      const page = await context.newPage();
      page.on("console", (message) => {
        if (["log", "info", "warning", "error"].includes(message.type())) told.push(`${path}: ${message.text()}`);
      });
      page.on("pageerror", (error) => told.push(`${path}: ${error.message}`));
      await page.goto(app.url + path);
      await page.waitForLoadState("networkidle");
    }
    // The browser tells of what was preloaded in vain some seconds after a page has loaded.
    await context.pages()[0]?.waitForTimeout(6_000);
    expect([...new Set(told)]).toEqual([
      "/nowhere: Failed to load resource: the server responded with a status of 404 (Not Found)",
    ]);
  });
});
