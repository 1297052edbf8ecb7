import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { devices } from "@playwright/test";
import { startApp } from "../bench/app-server.mjs";
import { openBrowser } from "../bench/browser.mjs";
import { fillHistory } from "../bench/history.mjs";
import { chromium } from "./chromium.mjs";
import { build } from "./freshness.mjs";

// Makes pictures of all screens, light and dark, on a desktop and a phone, in English and Arabic, and a page that shows them
// side by side: `npm run shots`, or `npm run shots -- settings palette` for some. They come into `shots/`.
const folder = "shots";
const phone = { ...devices["Pixel 5"], viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };
const desktop = { viewport: { width: 1440, height: 900 } };

const looks = [
  { name: "desktop-light", ...desktop, locale: "en-GB", colorScheme: "light" },
  { name: "desktop-dark", ...desktop, locale: "en-GB", colorScheme: "dark" },
  { name: "phone-light", ...phone, locale: "en-GB", colorScheme: "light" },
  { name: "phone-dark", ...phone, locale: "en-GB", colorScheme: "dark" },
  { name: "desktop-rtl-light", ...desktop, locale: "ar", colorScheme: "light" },
  { name: "phone-rtl-dark", ...phone, locale: "ar", colorScheme: "dark" },
];

/** What a screen is shown by: its path, and what is done there before the picture is taken. */
const screens = [
  { name: "list", path: "/" },
  { name: "list-menu", path: "/", act: (page) => openMenu(page) },
  { name: "list-selection", path: "/", act: (page) => select(page) },
  { name: "chat", path: "/chat?id=chat-0" },
  { name: "chat-missing", path: "/chat?id=gone" },
  { name: "palette", path: "/chat?id=chat-0", act: (page) => page.keyboard.press("Control+k") },
  { name: "shortcuts", path: "/chat?id=chat-0", act: (page) => page.keyboard.press("Control+Shift+?") },
  { name: "new-chat", path: "/new-chat" },
  { name: "masks", path: "/masks" },
  { name: "search", path: "/search-chat?q=tide" },
  { name: "settings", path: "/settings" },
  { name: "not-found", path: "/nowhere" },
];

const asked = process.argv.slice(2);
const chosen = screens.filter(({ name }) => asked.length === 0 || asked.includes(name));
process.env.CHROMIUM_PATH = await chromium();
await build("standalone");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);

const app = await startApp({ OPENAI_API_KEY: "sk-shots", BASE_URL: "http://127.0.0.1:9" });
const browser = await openBrowser();
try {
  for (const look of looks) await shoot(look);
} finally {
  await browser.close();
  await app.stop();
}
writeFileSync(`${folder}/index.html`, contactSheet());
console.info(`${chosen.length * looks.length} pictures are in ${folder}/index.html.`);

async function shoot({ name: look, ...options }) {
  const context = await browser.newContext({ ...options, timezoneId: "UTC", reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(app.url);
  await ready(page);
  await fillHistory(page, { chats: 14, messagesPerChat: 6 });
  for (const { name, path, act } of chosen) {
    await page.goto(app.url + path);
    await ready(page);
    await act?.(page);
    await page.waitForTimeout(500);
    await page.screenshot({ path: `${folder}/${name}--${look}.png` });
  }
  await context.close();
}

/** Everything that is loaded later is there, and the fonts are. */
async function ready(page) {
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(700);
}

function openMenu(page) {
  return rows(page).nth(1).click({ button: "right" });
}

async function select(page) {
  await rows(page).nth(1).focus();
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
}

function rows(page) {
  return page.locator("nav li > a");
}

function contactSheet() {
  const heads = looks.map(({ name }) => `<th>${name}</th>`).join("");
  const lines = chosen.map(({ name }) => {
    const pictures = looks.map((look) => `${name}--${look.name}.png`);
    const cells = pictures.map(
      (file) => `<td><a href="${file}"><img src="${file}" alt="${file}" loading="lazy"></a></td>`,
    );
    return `<tr><th>${name}</th>${cells.join("")}</tr>`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>All screens</title>
<style>
  body { margin: 16px; font: 14px system-ui; background: #888; }
  th { padding: 8px; text-align: start; vertical-align: top; }
  td { padding: 4px; vertical-align: top; }
  img { block-size: 280px; inline-size: auto; display: block; }
</style>
<table><thead><tr><th></th>${heads}</tr></thead><tbody>
${lines.join("\n")}
</tbody></table>
</html>
`;
}
