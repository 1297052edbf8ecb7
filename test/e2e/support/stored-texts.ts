import type { Page } from "@playwright/test";

/**
 * Waits until the app has created its database: opening it earlier would create an empty one in its place. A database
 * that is being created is listed with a version below 1.
 */
export async function waitForDatabase(page: Page): Promise<void> {
  await page.waitForFunction(async () =>
    (await indexedDB.databases()).some(({ name, version = 0 }) => name === "parley" && version >= 1),
  );
}

/** Returns the stored text of a large document; undefined for a missing one. */
export async function storedText(page: Page, key: string): Promise<string | undefined> {
  await waitForDatabase(page);
  return page.evaluate(async (name) => {
    const opening = indexedDB.open("parley");
    await new Promise((resolve) => opening.addEventListener("success", resolve));
    const reading = opening.result.transaction("documents").objectStore("documents").get(name);
    await new Promise((resolve) => reading.addEventListener("success", resolve));
    opening.result.close();
    return reading.result as string | undefined;
  }, key);
}
