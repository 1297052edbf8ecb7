import { chromium } from "@playwright/test";

/** Opens headless Chromium with nothing of its own going on. */
export function openBrowser(...args) {
  return chromium.launch({
    ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
    args: ["--no-sandbox", "--disable-background-networking", ...args],
  });
}

/** Answers the middle value, and the smallest and the largest. */
export function medianOf(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return { value: sorted[Math.floor(sorted.length / 2)], spread: [sorted[0], sorted.at(-1)] };
}
