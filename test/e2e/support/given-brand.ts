import type { Page } from "@playwright/test";

/** Returns what the app is told of its brand, as whoever serves it may write it. */
export async function giveBrand(page: Page, config: Readonly<Record<string, unknown>>): Promise<void> {
  await page.route("**/config.json", (route) => route.fulfill({ json: config }));
}

/** A font that is none of the interface's own, and where a brand may have it. */
export const givenFont = {
  path: "/harbour.woff2",
  font: "node_modules/@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2",
};

/** Whether a font stands first in the interface, and whether its faces were needed to draw it and have come. */
export function drawnIn(page: Page, family: string) {
  return page.evaluate((name) => {
    const unquoted = (text: string) => text.replaceAll('"', "").trim();
    const [first = ""] = getComputedStyle(document.body).fontFamily.split(",");
    const faces = [...document.fonts].filter((face) => unquoted(face.family) === name);
    return { isFirst: unquoted(first) === name, loaded: faces.map(({ status }) => status) };
  }, family);
}
