import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { devices } from "@playwright/test";
import { startApp } from "../bench/app-server.mjs";
import { openBrowser } from "../bench/browser.mjs";
import { fillHistory } from "../bench/history.mjs";
import { chromium } from "./chromium.mjs";
import { build } from "./freshness.mjs";
import { screens, wordsOf } from "./shot-screens.mjs";

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

const asked = process.argv.slice(2);
const chosen = screens.filter(({ name }) => asked.length === 0 || asked.includes(name));
process.env.CHROMIUM_PATH = await chromium();
await build("standalone");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);

const settings = { OPENAI_API_KEY: "sk-shots", BASE_URL: "http://127.0.0.1:9" };
const app = await startApp(settings);
const guarded = await startApp({ ...settings, CODE: "shots" });
const browser = await openBrowser();
const missed = [];
try {
  for (const look of looks) await shoot(look);
} finally {
  await browser.close();
  await Promise.all([app.stop(), guarded.stop()]);
}
writeFileSync(`${folder}/index.html`, contactSheet());
console.info(`${chosen.length * looks.length - missed.length} pictures are in ${folder}/index.html.`);
if (missed.length > 0) throw new Error(`These could not be reached:\n${missed.join("\n")}`);

/** Takes the pictures of a look; a screen that cannot be reached is told of at the end. */
async function shoot({ name: look, ...options }) {
  const context = await browser.newContext({ ...options, timezoneId: "UTC", reducedMotion: "reduce" });
  context.setDefaultTimeout(10_000);
  const t = await wordsOf(options.locale.slice(0, 2));
  const first = await context.newPage();
  await first.goto(app.url);
  await ready(first);
  await fillHistory(first, { chats: 14, messagesPerChat: 6 });
  await first.close();
  for (const { name, path, act, isGuarded } of chosen) {
    const page = await context.newPage();
    try {
      await page.goto((isGuarded ? guarded : app).url + path);
      await ready(page);
      await act?.({ page, t });
      await page.waitForTimeout(500);
      await page.screenshot({ path: `${folder}/${name}--${look}.png` });
    } catch (error) {
      missed.push(`${name}--${look}: ${error.message}`);
    }
    await page.close();
  }
  await context.close();
}

/** Everything that is loaded later is there, and the fonts are. */
async function ready(page) {
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(700);
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
