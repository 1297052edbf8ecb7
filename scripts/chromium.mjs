import { existsSync } from "node:fs";
import { canInstall, install } from "./debian.mjs";
import { bin, run } from "./run.mjs";

/** Chromium without windows and what is around a page, from the same package: with it the suite takes a quarter less time. */
const shell = "/usr/bin/chromium-headless-shell";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", shell];

function find(...wanted) {
  return [process.env.CHROMIUM_PATH, ...wanted].find((path) => path && existsSync(path));
}

/**
 * Finds a browser, or installs one: Debian's package as root on Debian, else Playwright's own. Returns the path; empty
 * means that Playwright knows where its own is.
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
  await run(bin("playwright"), ["install", "chromium"]);
  return "";
}

/** Finds the quickest browser for tests, or installs it on Debian; where that fails, any Chromium will do. */
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
