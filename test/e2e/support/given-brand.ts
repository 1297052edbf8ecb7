import type { Page } from "@playwright/test";

/** Answers what the app is told of its brand, as whoever serves it may write it. */
export async function giveBrand(page: Page, config: Readonly<Record<string, unknown>>): Promise<void> {
  await page.route("**/config.json", (route) => route.fulfill({ json: config }));
}
