import { devices, type Page } from "@playwright/test";
import { expect, needsServer, serverKey, test } from "./support/fixtures";
import { readShifts, watchShifts } from "./support/layout-shifts";

const settings = { OPENAI_API_KEY: serverKey, ENABLE_MCP: "true", BRAND_ANNOUNCEMENT: "Maintenance on Friday" };

const screens = [
  "/",
  "/chat",
  "/settings",
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
      // The first visit of a screen has nothing in the cache of the network; the second has.
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

test.describe("on a desktop", () => loadsWithoutShifts());
test.describe("on a phone", () => {
  const { defaultBrowserType: _browser, ...phone } = devices["Pixel 5"];
  test.use({ ...phone, viewport: { width: 390, height: 727 } });
  loadsWithoutShifts();
});
