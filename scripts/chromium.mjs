import { existsSync, readFileSync } from "node:fs";
import { bin, run } from "./run.mjs";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

function find() {
  return [process.env.CHROMIUM_PATH, ...places].find((path) => path && existsSync(path));
}

function isDebianRoot() {
  const isDebian = existsSync("/etc/os-release") && /debian|ubuntu/i.test(readFileSync("/etc/os-release", "utf8"));
  return isDebian && process.getuid?.() === 0;
}

/**
 * Finds a browser for the end-to-end tests, or installs one: Debian's package as root on Debian, else Playwright's own.
 * Answers the path; empty means that Playwright knows where its own is.
 */
export async function chromium() {
  const found = find();
  if (found) {
    console.info(`Browser: ${found}`);
    return found;
  }
  if (isDebianRoot()) {
    console.info("Browser: none found; installing Debian's chromium.");
    await run("apt-get", ["update", "-qq"]);
    await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium", "fonts-noto-color-emoji"]);
    return find() ?? "";
  }
  console.info("Browser: none found; installing Playwright's chromium.");
  await run(bin("playwright"), ["install", "chromium"]);
  return "";
}
