import type { Page } from "@playwright/test";
import { features, hiddenPaths, screens } from "@/lib/brand/screens";
import { breakRendering } from "./support/broken-screen";
import { everywhere, expect, messageBox, needsServer, replyEnded, send, test } from "./support/fixtures";
import { drawnIn, giveBrand, givenFont } from "./support/given-brand";

const links = {
  project: "https://project.test/",
  issues: "https://project.test/issues",
  hostedService: "https://hosted.test/",
};

/** Leads to a page of another host that says where it stands. */
async function openElsewhere(page: Page): Promise<void> {
  await page.context().route(/\.test\//, (route) => route.fulfill({ contentType: "text/html", body: "elsewhere" }));
}

test(
  "the sidebar links to the project's page in a new tab; without an address there is no link",
  everywhere,
  async ({ page, app }) => {
    await page.goto(app.url);
    await expect(messageBox(page)).toBeVisible();
    await expect(page.getByRole("link", { name: "Project page" })).toHaveCount(0);
    await openElsewhere(page);
    await giveBrand(page, { links });
    await page.reload();
    const opening = page.waitForEvent("popup");
    await page.getByRole("link", { name: "Project page" }).click();
    expect((await opening).url()).toBe("https://project.test/");
  },
);

test(
  "a site that requires a code offers the hosted service in the chat, the access screen and the settings",
  needsServer,
  async ({ page, guarded }) => {
    await openElsewhere(page);
    await giveBrand(page, { links: { ...links, privacy: "https://project.test/privacy" } });
    await page.goto(guarded.url);
    await expect(page.getByRole("link", { name: "Use the hosted service" })).toHaveAttribute(
      "href",
      links.hostedService,
    );
    await page.goto(`${guarded.url}/settings`);
    await expect(page.locator("#hostedService").getByRole("link")).toHaveAttribute("href", links.hostedService);
    const privacy = page.getByRole("link", { name: "Privacy policy" });
    await expect(privacy).toHaveAttribute("href", "https://project.test/privacy");
    await page.goto(`${guarded.url}/auth`);
    await expect(privacy).toHaveAttribute("href", "https://project.test/privacy");
    await expect(page.getByRole("link", { name: "Terms of use" })).toHaveCount(0);
    await page.getByRole("link", { name: "Too complex? Use it immediately" }).click();
    await expect(page).toHaveURL(links.hostedService);
    expect(page.context().pages()).toHaveLength(1);
  },
);

test(
  "the banner's close button shows on hover and focus, and hides the banner permanently",
  needsServer,
  async ({ page, guarded }) => {
    await giveBrand(page, { links });
    await page.goto(`${guarded.url}/auth`);
    const banner = page.getByRole("complementary", { name: "Hosted service" });
    const close = banner.getByRole("button", { name: "Dismiss" });
    await expect(close).toHaveCSS("opacity", "0");
    await banner.hover();
    await expect(close).toHaveCSS("opacity", "1");
    await page.mouse.move(600, 600);
    await expect(close).toHaveCSS("opacity", "0");
    await banner.getByRole("link").focus();
    await page.keyboard.press("Tab");
    await expect(close).toBeFocused();
    await expect(close).toHaveCSS("opacity", "1");
    await page.setViewportSize({ width: 390, height: 844 });
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await expect(close).toHaveCSS("opacity", "1");
    await close.click();
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(banner).toHaveCount(0);
  },
);

test("an error is reported on the project's issues page, in a new tab", async ({ page, app }) => {
  await openElsewhere(page);
  await giveBrand(page, { links });
  await breakRendering(page);
  await page.goto(app.url);
  const opening = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Report This Error" }).click();
  expect((await opening).url()).toBe("https://project.test/issues");
});

/** The app of another, by settings of its server alone. */
const harbour = {
  BRAND_NAME: "Harbour",
  BRAND_TAGLINE: "Talk to all of them",
  BRAND_TAGLINE_DE: "Sprich mit allen",
  BRAND_LOGO: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E",
  BRAND_ICON: "/masks.svg",
  BRAND_ACCENT: "#1d93ab",
  BRAND_RADIUS: "6",
  BRAND_FONT: "Harbour Sans",
  BRAND_PROJECT_URL: "https://project.test/",
  BRAND_ANNOUNCEMENT: "The harbour is closed on Sunday.",
  BRAND_HIDE: "images",
  BRAND_PROMPTS: '{"en":[["Ask the pilot","How deep is it here?"]]}',
};

/** Returns where in a page the product's own name stands: in its title, in a text, or in an attribute. */
function ownNames(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isOwn = (text: string | null) => /parley/i.test(text ?? "");
    const places = [...document.querySelectorAll("*")]
      .filter((element) => !element.matches("script, style"))
      .flatMap((element) => [
        ...[...element.childNodes].filter(({ nodeType, nodeValue }) => nodeType === 3 && isOwn(nodeValue)),
        ...[...element.attributes].filter(({ value }) => isOwn(value)),
      ]);
    return places.map((place) => `${place.nodeName}: ${place.nodeValue}`);
  });
}

test(
  "a server's settings rebrand the app: name, tagline, logo, icon, colour and links",
  needsServer,
  async ({ page, withApp }) => {
    await withApp(harbour, async ({ url }) => {
      await page.goto(url);
      const sidebar = page.getByRole("complementary", { name: /^(Sidebar|Seitenleiste)$/ });
      await expect(sidebar).toContainText("Harbour");
      await expect(sidebar).toContainText("Talk to all of them");
      await expect(page).toHaveTitle(/Harbour$/);
      await expect(sidebar.locator("img").first()).toHaveAttribute("src", harbour.BRAND_LOGO);
      await expect(page.locator('link[rel="icon"]')).toHaveAttribute("href", "/masks.svg");
      await expect(page.getByRole("link", { name: "Project page" })).toHaveAttribute("href", "https://project.test/");
      const accent = () => page.evaluate(() => getComputedStyle(document.body).getPropertyValue("--accent"));
      await expect.poll(accent).toMatch(/^oklch\(0?\.48 0?\.\d+ 2\d\d/);
      // The message box is a step rounder than cards.
      const box = page.getByRole("textbox", { name: "Message", exact: true });
      const radii = () => box.evaluate((element) => getComputedStyle(element.closest("form") as Element).borderRadius);
      await expect.poll(radii).toBe("8px");
      const manifest = await page.request.get(`${url}/manifest.webmanifest`);
      expect(await manifest.json()).toMatchObject({ name: "Harbour", icons: [{ src: "./masks.svg" }] });
      await page.evaluate(() => localStorage.setItem("lang", "de"));
      await page.reload();
      await expect(sidebar).toContainText("Sprich mit allen");
    });
  },
);

test("with another brand, the product's own name is on no screen", needsServer, async ({ page, withApp }) => {
  test.setTimeout(120_000);
  await withApp(harbour, async ({ url }) => {
    const paths = screens.map((screen) => screen.path);
    for (const path of [...paths, "/nowhere", "/rescue/index.html"]) {
      await page.goto(url + path);
      await expect(page.getByRole("heading").or(messageBox(page)).first()).toBeAttached();
      await page.waitForLoadState("networkidle");
      expect([path, await ownNames(page)]).toEqual([path, []]);
      expect([path, await (await page.request.get(url + path)).text()]).toEqual([
        path,
        expect.not.stringMatching(/Parley/),
      ]);
    }
    await page.goto(url);
    await send(page, "a table");
    await replyEnded(page);
    expect(["a reply", await ownNames(page)]).toEqual(["a reply", []]);
    for (const keys of ["Control+K", "Control+Shift+L", "Control+Shift+S", "Control+/"]) {
      await page.keyboard.press(keys);
      const dialog = page.getByRole("dialog");
      await expect(dialog).toBeVisible();
      await page.waitForLoadState("networkidle");
      expect([keys, await ownNames(page)]).toEqual([keys, []]);
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
    }
    expect(await (await page.request.get(`${url}/manifest.webmanifest`)).text()).not.toMatch(/parley/i);
  });
});

test(
  "an announcement is above the screens until it is dismissed; hidden features have no page and no link",
  needsServer,
  async ({ page, withApp }) => {
    await withApp(harbour, async ({ url }) => {
      await page.goto(url);
      const banner = page.getByRole("complementary", { name: "Announcement" });
      await expect(banner).toContainText(harbour.BRAND_ANNOUNCEMENT);
      await page.getByRole("button", { name: "Discovery" }).click();
      const links = page.getByRole("menuitem");
      await expect(links).toHaveText(["Plugins", "MCP market", "Search chat"]);
      await page.keyboard.press("Escape");
      await messageBox(page).fill("/");
      await expect(page.getByRole("option")).toHaveText([/Ask the pilot/]);
      await banner.getByRole("button", { name: "Dismiss" }).click();
      await page.goto(`${url}/sd`);
      await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
      await page.goto(`${url}/auth`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(banner).toHaveCount(0);
    });
  },
);

/** What the words of hidden features have in them. */
const hiddenWords = /\bmasks?\b|plugin|\bMCP\b|stable diffusion|cloud sync|search chat|voice chat|dictat/i;

/** Returns what a page says, to be seen or as the name of something, that has such words. */
async function hiddenOn(page: Page): Promise<string[]> {
  const attributes = ["aria-label", "placeholder", "title"];
  const named = await page
    .locator(attributes.map((name) => `[${name}]`).join())
    .evaluateAll(
      (elements, names) => elements.flatMap((element) => names.map((name) => element.getAttribute(name) ?? "")),
      attributes,
    );
  const seen = await page.locator("body").allInnerTexts();
  const lines = seen.flatMap((text) => text.split("\n"));
  return [...new Set([...lines, ...named])].filter((text) => hiddenWords.test(text));
}

test("hidden features have no page, and are on no screen and in no dialog", async ({ page, app }) => {
  await giveBrand(page, { hidden: [...features] });
  await page.addInitScript(() => {
    const state = { realtimeConfig: { enable: true, apiKey: "sk-0" } };
    localStorage.setItem("app-config", JSON.stringify({ state, version: 4.1 }));
  });
  await page.goto(app.url);
  await send(page, "the tide");
  await replyEnded(page);
  const found: [place: string, words: string[]][] = [];
  const look = async (place: string) => found.push([place, await hiddenOn(page)]);
  await look("a chat");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Tools" })).toHaveCount(0);
  await look("the actions");
  await page.getByRole("menuitem", { name: "Chat settings" }).click();
  await expect(page.getByRole("dialog", { name: "Chat settings" })).toBeVisible();
  await look("the chat's settings");
  await page.keyboard.press("Escape");
  await messageBox(page).fill(":");
  await expect(page.getByRole("option", { name: /^:new/ })).toHaveCount(1);
  await look("the commands");
  await messageBox(page).fill("");
  await page.keyboard.press("Control+K");
  await page.getByRole("combobox").fill("s");
  await expect(page.getByRole("dialog").getByRole("option").first()).toBeVisible();
  await look("the palette");
  await page.goto(`${app.url}/settings`);
  await expect(page.locator('[id$="-title"]', { hasText: /^Import and export$/ })).toBeVisible();
  await look("the settings");
  await page.goto(`${app.url}/#/?mask=100000&fill=ebb`);
  await expect(page.getByRole("dialog", { name: "Apply settings from this link?" })).toContainText("ebb");
  await look("a link");
  expect(found.filter(([, words]) => words.length > 0)).toEqual([]);
  for (const path of hiddenPaths(features)) {
    await page.goto(app.url + path);
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  }
});

test("the interface uses the brand's font", async ({ page, app }) => {
  await giveBrand(page, { font: { family: "Harbour Sans", src: "/harbour.woff2" } });
  const { font, path } = givenFont;
  await page.route(app.url + path, (route) => route.fulfill({ path: font }));
  await page.goto(app.url);
  await expect(messageBox(page)).toBeVisible();
  await expect.poll(() => drawnIn(page, "Harbour Sans")).toEqual({ isFirst: true, loaded: ["loaded"] });
});
