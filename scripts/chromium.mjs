import { existsSync } from "node:fs";
import { canInstall, install } from "./debian.mjs";
import { runTool } from "./run.mjs";

/** Chromium without a user interface, from the same package: the tests run a quarter faster with it. */
const shell = "/usr/bin/chromium-headless-shell";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", shell];

function find(...wanted) {
  return [process.env.CHROMIUM_PATH, ...wanted].find((path) => path && existsSync(path));
}

/**
 * Finds or installs a browser: Debian's package as root on Debian, else Playwright's own. Returns its path; empty means
 * that Playwright finds its own.
 */
export async function chromium() {
  const found = find(...places);
  if (found) {
    console.info(`Browser: ${found}`);
    return found;
  }
  if (canInstall()) {
    console.info("Browser: none found; installing Debian's chromium.");
    await install("chromium", "fonts-noto-color-emoji");
    return find(...places) ?? "";
  }
  console.info("Browser: none found; installing Playwright's chromium.");
  await runTool("playwright", ["install", "chromium"]);
  return "";
}

/** Finds the fastest browser for tests, or installs it on Debian; otherwise falls back to any Chromium. */
export async function headlessChromium() {
  if (!find(shell) && canInstall()) {
    console.info("Browser: installing Debian's chromium-headless-shell.");
    await install("chromium-headless-shell", "fonts-noto-color-emoji").catch(({ message }) => {
      console.warn(`Browser: ${message}; taking another.`);
    });
  }
  const found = find(shell);
  if (!found) return chromium();
  console.info(`Browser: ${found}`);
  return found;
}
