import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";

function optionsWith(args) {
  return {
    ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
    args: ["--no-sandbox", "--disable-background-networking", ...args],
  };
}

/** Opens headless Chromium without background activity. */
export function openBrowser(...args) {
  return chromium.launch(optionsWith(args));
}

/**
 * Opens headless Chromium with a profile on disk, as users have it. A private window uses another database, in memory,
 * which allows only one write at a time. `close` deletes the profile.
 */
export async function openProfile(options) {
  const folder = mkdtempSync(join(tmpdir(), "parley-profile-"));
  const context = await chromium.launchPersistentContext(folder, { ...optionsWith([]), ...options });
  return {
    context,
    async close() {
      await context.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the median, the minimum and the maximum. */
export function medianOf(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return { value: sorted[Math.floor(sorted.length / 2)], spread: [sorted[0], sorted.at(-1)] };
}
