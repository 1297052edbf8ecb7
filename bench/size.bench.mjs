import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { startApp } from "./app-server.mjs";
import { openBrowser } from "./browser.mjs";

/** A text that occurs only in the code of each heavy library. */
const heavy = {
  katex: "KaTeX parse error",
  "highlight.js": "hljs-",
  mermaid: "mermaidAPI",
  markdown: "micromark",
  zod: "$ZodType",
};

/**
 * Measures the JavaScript of each screen that loads before the user can type (chat) or click (other screens): the sum
 * of all script files, each compressed with gzip at its default level.
 */
export default async function size() {
  const budget = JSON.parse(readFileSync(new URL("./size-budget.json", import.meta.url), "utf8"));
  const app = await startApp();
  const browser = await openBrowser();
  const figures = [];
  try {
    for (const [path, bound] of Object.entries(budget)) figures.push(...(await measure(browser, app.url, path, bound)));
  } finally {
    await browser.close();
    await app.stop();
  }
  return figures;
}

async function measure(browser, origin, path, bound) {
  const page = await browser.newPage();
  const files = new Map();
  page.on("response", (response) => {
    if (response.request().resourceType() !== "script") return;
    const body = response.body();
    // A file that is not counted may still be loading when the page is closed; one that is counted is awaited below.
    body.catch(() => {});
    files.set(response.url(), body);
  });
  await page.goto(origin + path);
  await page.waitForFunction(() => performance.getEntriesByName("screen-ready").length > 0);
  // Files fetched after the mark are preloaded for later use.
  const needed = await page.evaluate(() => {
    const ready = performance.getEntriesByName("screen-ready")[0].startTime;
    return performance
      .getEntriesByType("resource")
      .filter((entry) => entry.startTime <= ready && /\.js(\?|$)/.test(entry.name))
      .map((entry) => entry.name);
  });
  await page.waitForLoadState("networkidle");
  let bytes = 0;
  const found = [];
  for (const url of needed) {
    const body = await files.get(url);
    bytes += gzipSync(body).length;
    for (const [name, text] of Object.entries(heavy)) if (body.includes(text)) found.push(name);
  }
  await page.close();
  return [
    { name: `JavaScript before ${path} can be used`, value: Math.round(bytes / 100) / 10, unit: " kB", bound },
    {
      name: `heavy libraries among it${found.length ? ` (${found.join(", ")})` : ""}`,
      value: found.length,
      unit: "",
      bound: 0,
    },
  ];
}
