import type { Page } from "@playwright/test";

/**
 * Writes entries into the description of the build that every page carries, as whoever serves the app may. A page to which
 * the host sends on has none: it is opened by its own address.
 */
export async function describeBuild(page: Page, entries: Readonly<Record<string, unknown>>): Promise<void> {
  const written = JSON.stringify(entries).slice(1, -1).replaceAll('"', "&quot;");
  const isOurs = ({ hostname }: URL) => hostname === "127.0.0.1";
  await page.route(isOurs, async (route) => {
    if (route.request().resourceType() !== "document") return route.fallback();
    const response = await route.fetch({ maxRedirects: 0 });
    const text = await response.text();
    // Of two entries of one name the last counts.
    const body = text.replace(/(<meta name="config" content="\{.*?)\}"/, `$1,${written}}"`);
    return route.fulfill({ response, body });
  });
}
