import { devices, type Page } from "@playwright/test";
import { expect, messages, needsServer, replyEnded, send, serverKey, test } from "./support/fixtures";
import { storeReplies } from "./support/given-replies";
import { readShifts, watchShifts } from "./support/layout-shifts";

const settings = { OPENAI_API_KEY: serverKey, ENABLE_MCP: "true", BRAND_ANNOUNCEMENT: "Maintenance on Friday" };

const screens = [
  "/",
  "/chat",
  "/settings",
  "/settings#access",
  "/settings#data",
  "/masks",
  "/new-chat",
  "/plugins",
  "/mcp-market",
  "/sd",
  "/search-chat",
  "/auth",
];

/** Maximum sum of layout shifts of a screen while it loads, as Core Web Vitals count them. */
const maxShift = 0.01;

/** Returns the screens of a site that move while they load, with what moves. */
async function movingScreens(page: Page, url: string): Promise<string[]> {
  const moving: string[] = [];
  for (const path of screens) {
    for (const visit of ["cold", "warm"]) {
      // The first visit of a screen has nothing in the cache of the network; the second has. A hash alone would not load it.
      await page.goto("about:blank");
      await page.goto(url + path);
      await page.waitForLoadState("networkidle");
      const { sum, shifts } = await page.evaluate(readShifts);
      if (sum > maxShift) moving.push(`${path}, ${visit}: ${sum.toFixed(3)} by ${shifts.join(", ")}`);
    }
  }
  return moving;
}

function loadsWithoutShifts(): void {
  test(
    "no screen moves while it loads, with MCP servers and an announcement",
    needsServer,
    async ({ page, withApp }) => {
      // Twenty loads, one after the other.
      test.setTimeout(180_000);
      await withApp(settings, async ({ url }) => {
        await page.addInitScript(watchShifts);
        expect(await movingScreens(page, url)).toEqual([]);
      });
    },
  );
}

/** Time after an input during which the browser counts no layout shifts, in milliseconds. */
const inputMs = 500;

function streamsWithoutShifts(): void {
  test("a page in a reply is shown while the reply grows, and the text below it does not move when the reply ends", async ({
    page,
    app,
    provider,
  }) => {
    await page.addInitScript(watchShifts);
    await page.goto(`${app.url}/chat`);
    await send(page, "pages");
    // The frame has the height that its page reports.
    await expect(page.getByRole("log").locator("iframe")).toHaveAttribute("style", /block-size: \d+px/);
    await expect(messages(page).last()).toHaveAttribute("aria-busy", "true");
    await page.waitForTimeout(inputMs);
    const before = await page.evaluate(readShifts);
    await provider.release();
    await replyEnded(page);
    await page.waitForLoadState("networkidle");
    const { sum, shifts } = await page.evaluate(readShifts);
    expect(sum - before.sum, shifts.join(", ")).toBeLessThanOrEqual(maxShift);
  });
}

test.describe("on a desktop", () => {
  loadsWithoutShifts();
  streamsWithoutShifts();
});
test.describe("on a phone", () => {
  const { defaultBrowserType: _browser, ...phone } = devices["Pixel 5"];
  test.use({ ...phone, viewport: { width: 390, height: 727 } });
  loadsWithoutShifts();
  streamsWithoutShifts();

  test("a long chat and the data of the settings do not move on a tall phone", async ({ page, app }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.addInitScript(watchShifts);
    await page.goto(`${app.url}/chat`);
    await send(page, "hello");
    await replyEnded(page);
    const replies = Array.from({ length: 20 }, (_, index) => `Reply ${index + 1}. ${"It rises. ".repeat(20)}`);
    await storeReplies(page, "long", replies);
    const moved: string[] = [];
    for (const [path, text] of [
      ["/chat?id=long", /^Messages above are /],
      ["/settings#data", "Protect my data"],
    ] as const) {
      await page.goto("about:blank");
      await page.goto(app.url + path);
      await expect(page.getByText(text)).toBeAttached();
      await page.waitForLoadState("networkidle");
      const { sum, shifts } = await page.evaluate(readShifts);
      if (sum > maxShift) moved.push(`${path}: ${sum.toFixed(3)} by ${shifts.join(", ")}`);
    }
    expect(moved).toEqual([]);
  });

  test("with stored chats, the search and the data of the settings do not move while they load", async ({
    page,
    app,
  }) => {
    await page.addInitScript(watchShifts);
    await page.goto(`${app.url}/chat`);
    await send(page, "hello");
    await replyEnded(page);
    const moved: string[] = [];
    for (const path of ["/search-chat?q=hello", "/settings#data"]) {
      // A hash alone would not load the page again.
      await page.goto("about:blank");
      await page.goto(app.url + path);
      await page.waitForLoadState("networkidle");
      const { sum, shifts } = await page.evaluate(readShifts);
      if (sum > maxShift) moved.push(`${path}: ${sum.toFixed(3)} by ${shifts.join(", ")}`);
    }
    expect(moved).toEqual([]);
  });
});

test("the number of chats stays in place when the buttons beside it appear", async ({ page, app }) => {
  // Records where the number was first, before anything is lazy-loaded.
  await page.addInitScript(() => {
    const look = () => {
      const count = document.querySelector("[class*=sidebar][class*=count]");
      if (count?.textContent) Object.assign(window, { firstRight: count.getBoundingClientRect().right });
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(app.url);
  await expect(page.getByRole("button", { name: "New project" })).toBeVisible();
  const [first, now] = await page.evaluate(() => [
    (window as unknown as { firstRight: number }).firstRight,
    document.querySelector("[class*=sidebar][class*=count]")?.getBoundingClientRect().right,
  ]);
  expect(now).toBe(first);
});

test("the mask picker of a narrow phone does not move while it loads, and its header has one row", async ({
  page,
  app,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.addInitScript(watchShifts);
  const moved: string[] = [];
  for (const code of ["en", "de", "ru"]) {
    await page.goto(`${app.url}/new-chat`);
    await page.evaluate((lang) => localStorage.setItem("lang", lang), code);
    for (const visit of ["cold", "warm"]) {
      await page.goto(`${app.url}/new-chat?${visit}`);
      await expect(page.locator("[role=option]").first()).toBeVisible();
      await page.waitForLoadState("networkidle");
      const { sum, shifts } = await page.evaluate(readShifts);
      if (sum > maxShift) moved.push(`${code}, ${visit}: ${sum.toFixed(3)} by ${shifts.join(", ")}`);
      const head = await page.locator("main header, #main header, header").last().boundingBox();
      expect(head?.height, code).toBeLessThan(64);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
  }
  expect(moved).toEqual([]);
});
