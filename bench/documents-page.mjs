import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startApp } from "./app-server.mjs";
import { medianOf, openBrowser } from "./browser.mjs";

const runs = 3;

/** Measures in the built app how long a PDF takes from its choice to its chip, and the longest task of the page meanwhile. */
export async function measureAttaching(pdf, pages) {
  const app = await startApp({ OPENAI_API_KEY: "sk-bench", BASE_URL: "http://127.0.0.1:9" });
  const browser = await openBrowser();
  // As a file on disk: passing its content through the developer tools would be a long task of the page.
  const folder = mkdtempSync(join(tmpdir(), "parley-documents-"));
  const path = join(folder, "large.pdf");
  writeFileSync(path, pdf);
  const seconds = [];
  const tasks = [];
  try {
    for (let run = 0; run < runs; run++) {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await page.goto(`${app.url}/chat`);
      await page.getByTestId("attach-files").waitFor({ state: "attached" });
      await page.waitForTimeout(2000);
      await page.evaluate(() => {
        window.longTasks = [0];
        const note = (list) => window.longTasks.push(...list.getEntries().map(({ duration }) => duration));
        new PerformanceObserver(note).observe({ type: "longtask" });
      });
      const start = performance.now();
      await page.getByTestId("attach-files").setInputFiles(path);
      await page.getByRole("button", { name: new RegExp(`^large.pdf .*${pages} pages|^large.pdf Matching`) }).waitFor();
      seconds.push(Math.round((performance.now() - start) / 10) / 100);
      await page.waitForTimeout(500);
      tasks.push(await page.evaluate(() => Math.round(Math.max(...window.longTasks))));
      await page.close();
    }
  } finally {
    await browser.close();
    await app.stop();
    rmSync(folder, { recursive: true });
  }
  return [
    { name: `a PDF of ${pages} pages is attached in the app in`, unit: " s", ...medianOf(seconds), bound: 10 },
    { name: "longest task of the page meanwhile", unit: " ms", ...medianOf(tasks), bound: 50 },
  ];
}
