import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startApp } from "./app-server.mjs";
import { medianOf, openBrowser } from "./browser.mjs";

const runs = 5;
/** Size of a phone's photo, in pixels. */
const photo = { width: 4000, height: 3000 };

/** Attaches a photo of twelve megapixels. Measures the time until it can be sent, and the longest task meanwhile. */
export default async function media() {
  const app = await startApp({ OPENAI_API_KEY: "sk-bench", BASE_URL: "http://127.0.0.1:9" });
  const browser = await openBrowser();
  const folder = mkdtempSync(join(tmpdir(), "media-"));
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(app.url);
    await page.getByRole("textbox", { name: "Message" }).waitFor();
    const bytes = Buffer.from(await page.evaluate(takePhoto, photo), "base64");
    // A file on disk, because the page would have to assemble bytes itself.
    const file = join(folder, "photo.jpg");
    writeFileSync(file, bytes);
    // The code for attachments is loaded after the first one.
    await attached(page, file);
    await page.waitForTimeout(1_000);
    await page.evaluate(watchTasks);
    const times = [];
    for (let run = 0; run < runs; run++) times.push(await attached(page, file));
    const longest = await page.evaluate(() => Math.round(window.longestTask));
    const size = Math.round(bytes.length / 100_000) / 10;
    return [
      { name: `a photo of 12 megapixels (${size} MB) is ready to send`, unit: " ms", ...medianOf(times), bound: 1500 },
      { name: "longest task of the page's thread meanwhile", unit: " ms", value: longest, bound: 50 },
    ];
  } finally {
    rmSync(folder, { recursive: true });
    await browser.close();
    await app.stop();
  }
}

/** Attaches a file and removes it again. Returns the milliseconds until its thumbnail was shown. */
async function attached(page, file) {
  await page.evaluate(watchThumbnail);
  await page.getByTestId("attach-files").setInputFiles(file);
  const time = await page.evaluate(() => window.thumbnailShown);
  await page.getByRole("button", { name: "Remove image 1" }).click();
  await page.getByRole("list", { name: "Attachments" }).waitFor({ state: "detached" });
  return Math.round(time);
}

/** In the page: measures the time from choosing a file to its thumbnail. */
function watchThumbnail() {
  let started = 0;
  addEventListener("change", () => (started = performance.now()), { capture: true, once: true });
  window.thumbnailShown = new Promise((resolve) => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector("main ul li img")) return;
      watch.disconnect();
      resolve(performance.now() - started);
    });
    watch.observe(document.body, { childList: true, subtree: true });
  });
}

/** In the page: records the longest task; tasks below 50 milliseconds do not count. */
function watchTasks() {
  window.longestTask = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longestTask = Math.max(window.longestTask, duration);
  }).observe({ type: "longtask" });
}

/** In the page: creates a photo with smooth and with detailed parts. Returns it as base64. */
async function takePhoto({ width, height }) {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  const sky = context.createLinearGradient(0, 0, width, height);
  for (const [at, colour] of ["#dfe7c8", "#9fb15a", "#2d3a1d", "#a9663f"].entries()) sky.addColorStop(at / 3, colour);
  context.fillStyle = sky;
  context.fillRect(0, 0, width, height);
  let seed = 1;
  const chance = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  for (let leaf = 0; leaf < 60_000; leaf++) {
    context.fillStyle = `hsl(${60 + chance() * 60} 50% ${chance() * 80}% / 60%)`;
    context.fillRect(chance() * width, chance() * height, 4 + chance() * 40, 4 + chance() * 40);
  }
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: "image/jpeg", quality: 0.92 })).arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
