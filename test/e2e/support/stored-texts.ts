import type { Page } from "@playwright/test";

/** Returns the stored text of a large document; undefined for a missing one. */
export function storedText(page: Page, key: string): Promise<string | undefined> {
  return page.evaluate(async (name) => {
    const opening = indexedDB.open("parley");
    await new Promise((resolve) => opening.addEventListener("success", resolve));
    const reading = opening.result.transaction("documents").objectStore("documents").get(name);
    await new Promise((resolve) => reading.addEventListener("success", resolve));
    opening.result.close();
    return reading.result as string | undefined;
  }, key);
}

/** Removes the stored text of a large document. */
export function removeText(page: Page, key: string): Promise<void> {
  return page.evaluate(async (name) => {
    const opening = indexedDB.open("parley");
    await new Promise((resolve) => opening.addEventListener("success", resolve));
    const transaction = opening.result.transaction("documents", "readwrite");
    transaction.objectStore("documents").delete(name);
    await new Promise((resolve) => transaction.addEventListener("complete", resolve));
    opening.result.close();
  }, key);
}
