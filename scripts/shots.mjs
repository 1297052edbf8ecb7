import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { devices } from "@playwright/test";
import { startApp } from "../bench/app-server.mjs";
import { openBrowser } from "../bench/browser.mjs";
import { fillHistory } from "../bench/history.mjs";
import { chromium } from "./chromium.mjs";
import { build } from "./freshness.mjs";
import { screens, wordsOf, wordsWithoutRoom } from "./shot-screens.mjs";

// Takes screenshots of all screens, and writes an overview page, into `shots/`. `npm run shots` covers light and dark,
// desktop and phone, English and Arabic. `npm run shots -- --languages` covers languages with long, tall or dense text,
// and checks that it fits. Names of screens select some: `npm run shots -- settings palette`.
const folder = "shots";
const phone = { ...devices["Pixel 5"], viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };
const desktop = { viewport: { width: 1440, height: 900 } };

const themes = [
  { name: "desktop-light", ...desktop, language: "en", locale: "en-GB", colorScheme: "light" },
  { name: "desktop-dark", ...desktop, language: "en", locale: "en-GB", colorScheme: "dark" },
  { name: "phone-light", ...phone, language: "en", locale: "en-GB", colorScheme: "light" },
  { name: "phone-dark", ...phone, language: "en", locale: "en-GB", colorScheme: "dark" },
  { name: "desktop-rtl-light", ...desktop, language: "ar", locale: "ar", colorScheme: "light" },
  { name: "phone-rtl-dark", ...phone, language: "ar", locale: "ar", colorScheme: "dark" },
];
const languages = ["de", "ru", "ar", "jp", "bn", "xa"].flatMap((language) => [
  { name: `desktop-${language}`, ...desktop, language, locale: "en-GB", colorScheme: "light" },
  { name: `phone-${language}`, ...phone, language, locale: "en-GB", colorScheme: "light" },
]);

const given = process.argv.slice(2);
const isOfLanguages = given.includes("--languages");
const looks = isOfLanguages ? languages : themes;
const asked = given.filter((each) => each !== "--languages");
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
const cramped = [];
try {
  for (const look of looks) await shoot(look);
} finally {
  await browser.close();
  await Promise.all([app.stop(), guarded.stop()]);
}
writeFileSync(`${folder}/index.html`, contactSheet());
console.info(`${chosen.length * looks.length - missed.length} pictures are in ${folder}/index.html.`);
if (cramped.length > 0) console.warn(`These words have no room:\n${cramped.join("\n")}`);
if (missed.length > 0) throw new Error(`These could not be reached:\n${missed.join("\n")}`);

/** Takes the screenshots of one configuration; unreachable screens are reported at the end. */
async function shoot({ name: look, language, ...options }) {
  const context = await browser.newContext({ ...options, timezoneId: "UTC", reducedMotion: "reduce" });
  context.setDefaultTimeout(10_000);
  await context.addInitScript((code) => localStorage.setItem("lang", code), language);
  const t = await wordsOf(language);
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
      if (isOfLanguages) {
        const found = await page.evaluate(wordsWithoutRoom);
        cramped.push(...found.map((each) => `${name}--${look}: ${each}`));
      }
      await page.screenshot({ path: `${folder}/${name}--${look}.png` });
    } catch (error) {
      missed.push(`${name}--${look}: ${error.message}`);
    }
    await page.close();
  }
  await context.close();
}

/** Waits until lazy-loaded content and fonts are loaded. */
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
