import type { Page } from "@playwright/test";

/** Breaks the rendering of the next pages: the names of days, which the list of chats renders, cannot be formatted. */
export async function breakRendering(page: Page): Promise<void> {
  await page.addInitScript(() => {
    function throwError() {
      throw new Error("The clock is broken");
    }
    Object.defineProperty(Intl, "RelativeTimeFormat", { value: throwError });
  });
}
