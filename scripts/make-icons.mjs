// Renders the icons of the installed app as PNG, which some systems require, from their SVG files. Run it when an SVG
// changes:
//
// node scripts/make-icons.mjs
import { readFileSync } from "node:fs";
import { chromium as browserType } from "@playwright/test";
import { chromium } from "./chromium.mjs";

const executablePath = await chromium();
const browser = await browserType.launch({ ...(executablePath && { executablePath }), args: ["--no-sandbox"] });
for (const [drawing, name] of [
  ["icon-app", "icon"],
  ["icon-maskable", "icon-maskable"],
]) {
  for (const size of [192, 512]) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    const svg = readFileSync(`public/${drawing}.svg`, "utf8");
    await page.setContent(`<style>body{margin:0}svg{display:block;inline-size:100vw}</style>${svg}`);
    await page.screenshot({ path: `public/${name}-${size}.png`, omitBackground: true });
    await page.close();
  }
}
await browser.close();
